// Runs ahead of a page's own scripts: notes closed shadow roots, and timers that may still change the page.
(() => {
  const roots = new Map()
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function attachShadow(init) {
    const root = attach.call(this, init)
    roots.set(this, root)
    return root
  }
  const CHAIN = 5 // a timer that is set by a timer that … so often is one that repeats
  const due = new Map()
  const set = window.setTimeout.bind(window)
  const clear = window.clearTimeout.bind(window)
  let depth = 0
  window.setTimeout = function setTimeout(handler, delay, ...args) {
    if (typeof handler !== 'function') return set(handler, delay, ...args)
    const level = depth + 1
    const id = set(() => {
      due.delete(id)
      const before = depth
      depth = level
      try {
        return handler.apply(window, args)
      } finally {
        depth = before
      }
    }, delay)
    if (level <= CHAIN) due.set(id, performance.now() + Math.max(0, Number(delay) || 0))
    return id
  }
  window.clearTimeout = function clearTimeout(id) {
    due.delete(id)
    clear(id)
  }
  Object.defineProperty(window, 'WATCH', {value: {
    roots,
    // for axe-core, which looks into no closed ones
    openRoots: () => roots.forEach((root, host) => Object.defineProperty(host, 'shadowRoot', {value: root, configurable: true})),
    // whether a timer is due within so many milliseconds
    isWaiting: (within) => [...due.values()].some((when) => when - performance.now() < within),
  }})
})()
