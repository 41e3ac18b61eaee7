angular.module('shop', []).controller('Shop', ['$scope', '$http', '$location', function ($scope, $http, $location) {
  $scope.$watch(function () { return $location.path(); }, function (path) {
    $scope.products = [];
    $scope.heading = 'Welcome';
    if (path !== '/products') return;
    $http.get('/api/products.json').then(function (answer) {
      $scope.products = answer.data;
      $scope.heading = answer.data.length + ' products';
    });
  });
}]);
