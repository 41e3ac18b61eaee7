(function () {
  var Products = Backbone.Collection.extend({ url: '/api/products.json' });
  var List = Backbone.View.extend({
    el: '#app',
    template: _.template('<p><%= products.length %> products</p><ul><% products.each(function (one) { %><li>' +
      '<a href="#!/products/<%- one.id %>"><%- one.get("name") %></a> <%- one.get("price").toFixed(2) %></li><% }); %></ul>'),
    initialize: function () { this.listenTo(this.collection, 'sync', this.render); },
    render: function () { this.$el.html(this.template({ products: this.collection })); return this; }
  });
  var Router = Backbone.Router.extend({
    routes: { '': 'welcome', '!/products': 'products' },
    welcome: function () { $('#app').text('Welcome'); },
    products: function () {
      var products = new Products();
      new List({ collection: products });
      products.fetch();
    }
  });
  new Router();
  Backbone.history.start();
})();
