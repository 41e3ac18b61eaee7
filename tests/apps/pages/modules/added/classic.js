put('defer', 'run');
