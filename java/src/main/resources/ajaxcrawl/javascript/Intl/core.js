/* What the classes of Intl have in common (ECMA-402): locales and options are completed here, as the standard says; ICU, which
   browsers use too, does the rest (host.icu). */
(function (window, host) {
  'use strict';

  const icu = host.icu();
  const Intl = {};
  Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true });

  /* Locales. */

  function canonicalize(locales) {
    if (locales === undefined) {
      return [];
    }
    if (locales === null) {
      throw new TypeError('Cannot convert undefined or null to object');
    }
    const isOne = typeof locales === 'string' || Object.prototype.toString.call(locales) === '[object Intl.Locale]';
    const list = isOne ? [locales] : Array.from(locales);
    const seen = [];
    list.forEach(function (tag) {
      if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null)) {
        throw new TypeError('Incorrect locale information provided');
      }
      const canonical = icu.canonical(String(tag));
      if (canonical === undefined || canonical === 'und' && String(tag) !== 'und') {
        throw new RangeError('Incorrect locale information provided');
      }
      if (seen.indexOf(canonical) < 0) {
        seen.push(canonical);
      }
    });
    return seen;
  }

  function withoutExtensions(tag) {
    return tag.replace(/-u(-[a-z0-9]{2,8})+/, '');
  }

  function extension(tag, key) {
    const match = new RegExp('-u(?:-[a-z0-9]{2,8})*?-' + key + '((?:-[a-z0-9]{3,8})*)').exec(tag);
    return match ? match[1].slice(1) || 'true' : undefined;
  }

  /* The first of the page's locales that there is; its Unicode extensions stay. */
  function resolve(locales) {
    const found = canonicalize(locales).filter(function (tag) {
      return icu.isAvailable(tag);
    });
    return found.length ? found[0] : icu.defaultLocale;
  }

  function supported(locales) {
    return canonicalize(locales).filter(function (tag) {
      return icu.isAvailable(tag);
    });
  }

  function options(given) {
    if (given === null) {
      throw new TypeError('Cannot convert undefined or null to object');
    }
    return given === undefined ? {} : Object(given);
  }

  function choice(given, name, allowed, otherwise) {
    const value = given[name];
    if (value === undefined) {
      return otherwise;
    }
    const text = String(value);
    if (allowed && allowed.indexOf(text) < 0) {
      throw new RangeError('Value ' + text + ' out of range for Intl options property ' + name);
    }
    return text;
  }

  function whole(value, name, least, most, otherwise) {
    if (value === undefined) {
      return otherwise;
    }
    const number = Number(value);
    if (!(number >= least && number <= most)) {
      throw new RangeError(name + ' value is out of range.');
    }
    return Math.floor(number);
  }

  const slots = new WeakMap();

  function slot(object, name) {
    const found = slots.get(object);
    if (!found) {
      throw new TypeError('Method Intl.' + name + ' called on incompatible receiver ' + String(object));
    }
    return found;
  }

  /* Without undefined members: resolvedOptions shows what there is. */
  function compact(values) {
    return Object.keys(values).reduce(function (result, key) {
      if (values[key] !== undefined) {
        result[key] = values[key];
      }
      return result;
    }, {});
  }

  /*
   * A class of Intl. `make(locale, options, extensions)` gives {resolved, …}; `callable` ones work without new; `bound` members
   * are getters that give a bound function.
   */
  function define(name, length, make, members, settings) {
    const given = settings || {};
    function Type(locales, init) {
      if (new.target === undefined && !given.callable) {
        throw new TypeError("Constructor Intl." + name + " requires 'new'");
      }
      const self = new.target === undefined ? Object.create(Type.prototype) : this;
      slots.set(self, make(resolve(locales), given.requires && init === undefined ? refuse(name) : options(init)));
      return self;
    }
    Object.defineProperty(Type, 'name', { value: name, configurable: true });
    Object.defineProperty(Type, 'length', { value: length, configurable: true });
    Object.defineProperty(Type, 'supportedLocalesOf', {
      value: function supportedLocalesOf(locales) {
        return supported(locales);
      },
      writable: true,
      configurable: true
    });
    const all = Object.assign({
      resolvedOptions: function () {
        return Object.assign({}, this.resolved);
      }
    }, members);
    Object.keys(all).forEach(function (key) {
      const method = all[key];
      if ((given.bound || []).indexOf(key) >= 0) {
        Object.defineProperty(Type.prototype, key, {
          configurable: true,
          get: function () {
            const own = slot(this, name + '.prototype.' + key);
            if (!own[key]) {
              own[key] = function (a, b) {
                return method.call(own, a, b);
              };
            }
            return own[key];
          }
        });
      } else {
        Object.defineProperty(Type.prototype, key, {
          configurable: true,
          writable: true,
          value: function (a, b) {
            return method.call(slot(this, name + '.prototype.' + key), a, b);
          }
        });
      }
    });
    Object.defineProperty(Type.prototype, Symbol.toStringTag, { value: 'Intl.' + name, configurable: true });
    Object.defineProperty(Intl, name, { value: Type, writable: true, configurable: true });
    return Type;
  }

  function refuse(name) {
    throw new TypeError('Intl.' + name + ' needs options');
  }

  return { Intl, canonicalize, choice, compact, define, extension, icu, options, resolve, slot, slots, supported, whole, withoutExtensions };
})
