// A history-mode router: links change the path by pushState, the path says what is shown.
(function () {
  'use strict'
  const view = document.getElementById('view')
  const getJSON = (url) => fetch(url).then((response) => response.ok ? response.json() : Promise.reject(new Error(response.status)))

  function element(tag, attributes, children) {
    const made = document.createElement(tag)
    Object.keys(attributes).forEach((name) => made.setAttribute(name, attributes[name]))
    children.forEach((child) => made.append(child))
    return made
  }

  function show(title, children) {
    document.title = title + ' · Long Evening'
    view.textContent = ''
    children.forEach((child) => view.append(child))
  }

  function programme(title, url) {
    return getJSON(url).then((acts) => show(title, [element('h1', {}, [title])].concat(acts.map((act) =>
      element('a', {class: 'act', href: '/acts/' + act.slug}, [element('time', {}, [act.starts]), element('strong', {}, [act.name]), element('span', {}, [act.stage])])))))
  }

  function act(slug) {
    return getJSON('/api/acts/' + slug).then((found) => show(found.name, [
      element('h1', {}, [found.name]), element('p', {}, [found.about]), element('p', {class: 'quiet'}, [`${found.starts}, ${found.stage} stage`])]))
  }

  function missing() {
    // Crawlers get this page with status 404.
    document.head.append(element('meta', {name: 'ajaxcrawl-status-code', content: '404'}, []))
    show('Not found', [element('h1', {}, ['Not found']), element('p', {}, ['Nobody of that name plays here.'])])
  }

  function route() {
    const parts = location.pathname.split('/').filter(Boolean).map(decodeURIComponent)
    const page = parts.length === 0 ? programme('Programme', '/api/acts')
      : parts[0] === 'stages' && parts.length === 2 ? programme(parts[1] + ' stage', '/api/acts?stage=' + encodeURIComponent(parts[1]))
      : parts[0] === 'acts' && parts.length === 2 ? act(parts[1]) : Promise.reject(new Error(404))
    page.catch(missing)
  }

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a')
    if (!link || link.origin !== location.origin || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    route()
  })
  window.addEventListener('popstate', route)
  route()
})()
