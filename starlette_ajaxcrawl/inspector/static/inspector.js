// Reads the live page's text by the same rules as the server reads the snapshot's, and has the two compared.
(() => {
  const QUIET = 700 // milliseconds without a change, after which the page counts as at rest
  const LONGEST = 10000 // milliseconds after which nothing more is waited for: a page that never rests is read as it is
  const MOST = 6 // comparisons of one page

  const names = (element, list) => new Set(element.dataset[list].split(' '))

  const textOf = (root, rules) => {
    const unseen = names(rules, 'unseen'), blocks = names(rules, 'blocks'), cells = names(rules, 'cells')
    const read = (node) => {
      if (node.nodeType === 3) return node.data
      if (node.nodeType !== 1) return ''
      const name = node.localName.toLowerCase()
      if (unseen.has(name) || node.hasAttribute('hidden')) return ''
      if (name === 'img') return ` ${node.getAttribute('alt') ?? ''} `
      const slotted = name === 'slot' ? node.assignedNodes({flatten: true}) : []
      const children = slotted.length ? slotted : (node.shadowRoot ?? node).childNodes
      const text = Array.from(children, read).join('')
      return blocks.has(name) ? `\n${text}\n` : cells.has(name) ? ` ${text} ` : text
    }
    return read(root)
  }

  const compare = (frame) => {
    const rules = document.getElementById('difference'), crawlers = document.getElementById('crawlers-text')
    const page = frame.contentDocument
    if (!rules || !crawlers || !page?.body) return
    const values = {people: textOf(page.body, rules), crawlers: crawlers.textContent}
    htmx.ajax('POST', 'difference', {target: rules, swap: 'innerHTML', values}).then(() => {
      const said = document.getElementById('difference-said') // what a screen reader says without being asked
      if (said) said.textContent = rules.querySelector('.summary')?.textContent.replace(/\s+/g, ' ') ?? ''
    })
  }

  // Compares once the page is at rest, and again where it goes on after that: what a slow call brings counts too.
  const watch = (frame) => {
    const page = frame.contentDocument
    if (!page) return // of another origin
    let left = MOST, quiet, changed = true
    const now = () => {
      changed = false
      left--
      if (frame.isConnected && frame.contentDocument === page) compare(frame)
      if (!left) stop()
    }
    const wait = () => {
      changed = true
      clearTimeout(quiet)
      quiet = setTimeout(now, QUIET)
    }
    const observer = new MutationObserver(wait)
    const stop = () => {
      clearTimeout(quiet)
      clearTimeout(longest)
      observer.disconnect()
      if (changed) now()
    }
    const longest = setTimeout(() => { left = 1; stop() }, LONGEST)
    observer.observe(page, {subtree: true, childList: true, characterData: true, attributes: true})
    wait()
  }

  const seen = new WeakSet()
  const find = () => {
    const frame = document.getElementById('live')
    if (!frame || seen.has(frame)) return
    seen.add(frame)
    frame.addEventListener('load', () => watch(frame))
    // it may have loaded before this script ran
    if (frame.contentDocument?.readyState === 'complete' && frame.contentDocument.URL !== 'about:blank') watch(frame)
  }
  find()
  new MutationObserver(find).observe(document.body, {subtree: true, childList: true})
})()
