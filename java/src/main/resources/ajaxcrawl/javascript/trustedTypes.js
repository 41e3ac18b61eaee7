/* Trusted Types that trust: the page's policies make plain texts. */
(function () {
  'use strict';

  function makePolicy(name, rules) {
    const policy = { name: name };
    ['createHTML', 'createScript', 'createScriptURL'].forEach(function (method) {
      policy[method] = function (input) {
        const rule = rules && rules[method];
        if (typeof rule !== 'function') {
          throw new TypeError('Policy ' + name + "'s TrustedTypePolicyOptions did not specify a '" + method + "' member.");
        }
        return String(rule.apply(null, arguments));
      };
    });
    return Object.freeze(policy);
  }

  const factory = {
    emptyHTML: '',
    emptyScript: '',
    defaultPolicy: null,
    createPolicy: function (name, rules) {
      return makePolicy(String(name), rules);
    },
    isHTML: function () {
      return false;
    },
    isScript: function () {
      return false;
    },
    isScriptURL: function () {
      return false;
    },
    getAttributeType: function () {
      return null;
    },
    getPropertyType: function () {
      return null;
    }
  };
  return { trustedTypes: factory };
})
