// What a page shows: the same for the page as people see it and for its snapshot. Pages bring polyfills whose lists of
// nodes are no iterables: hence Array.from.
([watch, runsScripts]) => {
  const roots = window[watch]?.roots
  const shadow = (element) => element.shadowRoot ?? roots?.get(element)
  const squeeze = (text) => (text ?? '').replace(/\s+/g, ' ').trim()
  const UNSEEN = new Set(['script', 'style', 'template', 'iframe', 'object', 'textarea', 'title', 'head'])
  if (runsScripts) UNSEEN.add('noscript')

  const text = []
  const hidden = []
  const headings = []
  const hide = (node) => {
    if (node.nodeType === Node.TEXT_NODE) hidden.push(node.data)
    if (node.nodeType !== Node.ELEMENT_NODE || UNSEEN.has(node.localName)) return
    for (const child of Array.from((shadow(node) ?? node).childNodes)) hide(child)
  }
  const walk = (node, isVisible) => {
    if (node.nodeType === Node.TEXT_NODE) isVisible ? text.push(node.data.replace(/\s+/g, ' ')) : hidden.push(node.data)
    if (node.nodeType !== Node.ELEMENT_NODE || UNSEEN.has(node.localName)) return
    const style = getComputedStyle(node)
    if (style.display === 'none') return hide(node)
    const between = node.localName === 'br' || !/^(inline|contents|ruby)/.test(style.display) ? '\n'
      : style.display === 'inline' || style.display === 'contents' ? '' : ' '
    const isHeading = /^h[1-6]$/.test(node.localName) || node.getAttribute('role') === 'heading'
    const start = text.length
    text.push(between)
    const assigned = node.localName === 'slot' ? node.assignedNodes({flatten: true}) : []
    const children = assigned.length ? assigned : (shadow(node) ?? node).childNodes
    for (const child of Array.from(children)) walk(child, style.visibility === 'visible')
    text.push(between)
    if (isHeading) {
      const level = node.getAttribute('aria-level') ?? node.localName.replace(/^h(?=[1-6]$)|.*/, '')
      const words = squeeze(text.slice(start).join(''))
      if (words) headings.push(`${level || 2} ${words}`)
    }
  }
  if (document.body) walk(document.body, true)

  const elements = []
  const collect = (root) => {
    for (const element of Array.from(root.querySelectorAll('*'))) {
      elements.push(element)
      if (shadow(element)) collect(shadow(element))
    }
  }
  collect(document)
  const resolved = (url) => {
    try {
      return new URL(url, document.baseURI).href
    } catch {
      return url
    }
  }

  const links = []
  for (const element of elements.filter((one) => one.matches('a[href], area[href]'))) {
    const url = typeof element.href === 'string' ? element.href : resolved(element.href.baseVal)
    if (!url.toLowerCase().startsWith('javascript:')) links.push(url)
  }

  const NAMES = /^(description|robots|googlebot|keywords|author|(og|twitter|article|product|book|profile|fb|dc)[:.].*)$/i
  const ADDRESS = /(:url|:image|:audio|:video|:src)$/i
  const metas = []
  const fragments = []
  const statuses = []
  for (const meta of Array.from(document.querySelectorAll('meta'))) {
    const name = (meta.getAttribute('name') ?? meta.getAttribute('property') ?? '').trim()
    const content = squeeze(meta.getAttribute('content'))
    if (NAMES.test(name)) metas.push(`${name.toLowerCase()}: ${ADDRESS.test(name) ? resolved(content) : content}`)
    if (name.toLowerCase() === 'fragment') fragments.push(meta.getAttribute('content') ?? '')
    if (/^(prerender-status-code|render:status_code|ajaxcrawl-status-code)$/i.test(name)) statuses.push(content)
  }

  if (document.documentElement.lang) metas.push(`language: ${document.documentElement.lang}`)
  for (const link of Array.from(document.querySelectorAll('link[rel~=alternate i][hreflang]'))) {
    metas.push(`alternate ${link.hreflang}: ${link.href}`)
  }

  const value = (element) => {
    if (element.hasAttribute('itemscope')) return item(element)
    const attribute = {meta: 'content', data: 'value', meter: 'value', time: 'datetime'}[element.localName]
    const address = {a: 'href', area: 'href', link: 'href', object: 'data'}[element.localName] ?? 'src'
    if (attribute && element.hasAttribute(attribute)) return squeeze(element.getAttribute(attribute))
    const isAddress = /^(a|area|link|object|audio|embed|iframe|img|source|track|video)$/.test(element.localName)
    return isAddress && element.hasAttribute(address) ? resolved(element.getAttribute(address)) : squeeze(element.textContent)
  }
  const item = (scope) => {
    const properties = []
    const look = (parent) => {
      for (const child of Array.from(parent.children)) {
        const names = (child.getAttribute('itemprop') ?? '').split(/\s+/).filter(Boolean)
        for (const name of names) properties.push([name, value(child)])
        if (!child.hasAttribute('itemscope')) look(child)
      }
    }
    look(scope)
    return {type: squeeze(scope.getAttribute('itemtype')), properties}
  }

  const frames = []
  for (const frame of elements.filter((one) => one.matches('iframe, embed, object'))) {
    const url = frame.getAttribute('src') ?? frame.getAttribute('data') ?? ''
    if (frame.localName === 'iframe' && frame.hasAttribute('srcdoc')) {
      const inner = frame.contentDocument ?? new DOMParser().parseFromString(frame.getAttribute('srcdoc'), 'text/html')
      const copy = inner.documentElement.cloneNode(true)
      for (const unseen of Array.from(copy.querySelectorAll('script, style, title, noscript'))) unseen.remove()
      frames.push(`document: ${squeeze(copy.textContent)}`)
    } else if (url && !/^(about|javascript):/i.test(url)) {
      frames.push(resolved(url))
    }
  }

  const images = elements
    .filter((one) => one.matches('img, input[type=image], area, [role=img]'))
    .map((one) => one.getAttribute('alt') ?? one.getAttribute('aria-label'))
    .map((alt) => (alt === null ? '(none)' : squeeze(alt)))

  return {
    title: squeeze(document.title),
    text: text.join('').split('\n').map(squeeze).filter(Boolean).join('\n'),
    hidden: hidden.map(squeeze).filter(Boolean).join('\n'),
    headings,
    links,
    metas,
    canonical: Array.from(document.querySelectorAll('link[rel~=canonical i][href]'), (link) => link.href),
    jsonLd: Array.from(document.querySelectorAll('script[type="application/ld+json" i]'), (script) => script.textContent),
    microdata: elements.filter((one) => one.matches('[itemscope]:not([itemprop])')).map(item),
    images,
    frames,
    fragments,
    statuses,
  }
}
