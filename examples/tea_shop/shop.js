// The state after "#!" says what is shown; all data comes from the JSON API.
(function () {
  'use strict'
  const view = document.getElementById('view')

  const getJSON = (url) => fetch(url).then((response) => {
    if (!response.ok) throw new Error(response.status)
    return response.json()
  })
  const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c])
  const euro = (price) => '€ ' + price.toFixed(2)
  const cup = (color) => `<svg class="cup" viewBox="0 0 64 48" role="img" aria-hidden="true">
    <ellipse cx="28" cy="14" rx="24" ry="8" fill="${color}"></ellipse>
    <path d="M4 14c0 20 8 30 24 30s24-10 24-30M50 20c8-4 14 0 10 7s-9 8-13 7" fill="none" stroke="currentColor" stroke-width="3"></path></svg>`

  function show(title, html) {
    document.title = title + ' · Leaf & Kettle'
    view.innerHTML = html
  }

  function list() {
    return getJSON('/api/teas').then((teas) => show('Teas', `<h1>Teas</h1><div class="cards">${teas.map((tea) => `
      <a class="card" href="#!/products/${tea.id}">${cup(tea.color)}
        <strong>${escape(tea.name)}</strong><span class="quiet">${escape(tea.origin)}</span><span>${euro(tea.price)}</span></a>`).join('')}</div>`))
  }

  function product(number) {
    return getJSON('/api/teas/' + number).then((tea) => {
      show(tea.name, `<a class="quiet" href="#!/">← All teas</a>
        <article class="product">${cup(tea.color)}
          <div><h1>${escape(tea.name)}</h1><p class="quiet">${escape(tea.origin)}</p><p>${escape(tea.text)}</p>
          <p>${tea.brew.grams} g · ${tea.brew.celsius} °C · ${tea.brew.minutes} min</p>
          <p class="price">${euro(tea.price)} <small class="quiet">per 50 g</small></p><p id="stock">Looking at the shelf …</p></div></article>`)
      return getJSON('/api/teas/' + number + '/stock').then((stock) => {
        document.getElementById('stock').textContent = stock.grams ? `${stock.grams} g in stock` : 'Sold out until the next harvest'
      })
    })
  }

  function brewing() {
    return getJSON('/api/teas').then((teas) => show('Brewing', `<h1>Brewing</h1><table><tr><th>Tea<th>Leaf<th>Water<th>Time</tr>${teas.map((tea) => `
      <tr><td><a href="#!/products/${tea.id}">${escape(tea.name)}</a><td>${tea.brew.grams} g<td>${tea.brew.celsius} °C<td>${tea.brew.minutes} min</tr>`).join('')}</table>`))
  }

  function route() {
    const state = decodeURI(location.hash).replace(/^#!/, '') || '/'
    const found = /^\/products\/(\d+)$/.exec(state)
    const page = found ? product(found[1]) : state === '/' ? list() : state === '/brewing' ? brewing() : Promise.reject(new Error(404))
    page.catch(() => show('Not found', `<h1>Not found</h1><p>We have no page “${escape(state)}”. <a href="#!/">All teas</a></p>`))
  }

  window.addEventListener('hashchange', route)
  route()
})()
