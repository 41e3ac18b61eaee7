angular.module('shop', []).controller('Shop', ['$scope', '$http', '$location', function ($scope, $http, $location) {
  $scope.$watch(function () { return $location.path(); }, function (path) {
    $scope.products = [];
    $scope.heading = 'Welcome';
    var product = /^\/products(?:\/(\d+))?$/.exec(path);
    if (!product) return;
    $http.get('/api/products.json').then(function (answer) {
      var all = answer.data;
      $scope.products = product[1] ? [all[product[1] % all.length]] : all;
      $scope.heading = product[1] ? 'Product ' + product[1] : all.length + ' products';
    });
  });
}]);
