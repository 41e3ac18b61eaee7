$(function () {
  function list(products) {
    var rows = $.map(products, function (product) {
      return $('<li>').append($('<a>').attr('href', '#!/products/' + product.id).text(product.name))
        .append(' ', $('<span class="price">').text(product.price.toFixed(2))).toggleClass('cheap', product.price < 50);
    });
    $('#app').empty().append($('<p>').text(products.length + ' products'), $('<ul>').append(rows));
    $('#app .cheap').append(' <b>cheap</b>');
  }
  function show() {
    if (location.hash.indexOf('#!/products') === 0) $.getJSON('/api/products.json').done(list);
    else $('#app').text('Welcome');
  }
  $(window).on('hashchange', show);
  show();
});
