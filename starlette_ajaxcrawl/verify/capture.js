// The page as one HTML text that shows without its scripts and without the network, for a frame of the report.
(watch) => {
  const roots = []
  const collect = (root) => {
    for (const element of Array.from(root.querySelectorAll('*'))) {
      const inner = element.shadowRoot ?? window[watch]?.roots.get(element)
      if (inner) {
        roots.push(inner)
        collect(inner)
      }
    }
  }
  collect(document)
  const rules = (sheet) => {
    try {
      return [...sheet.cssRules].map((rule) => rule.cssText).join('\n')
    } catch { // of another site
      return ''
    }
  }
  const linked = [...document.styleSheets].filter((sheet) => sheet.href).map(rules).join('\n').replace(/<\//g, '<\\/')
  const whole = () => {
    try {
      return document.documentElement.getHTML({shadowRoots: roots})
    } catch { // they are a polyfill's
      return document.documentElement.innerHTML
    }
  }
  const html = whole()
    .replace(/<script\b[\s\S]*?<\/script\s*>/gi, '')
    .replace(/<meta\b[^>]*http-equiv[^>]*>/gi, '')
  const root = document.documentElement.cloneNode(false).outerHTML.replace(/<\/html>$/i, '')
  return `<!doctype html>${root}<style>${linked}</style>${html}`
}
