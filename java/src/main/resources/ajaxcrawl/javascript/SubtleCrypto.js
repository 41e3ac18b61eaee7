/* crypto.subtle (Web Cryptography API): checks and promises. The algorithms are the JDK's. */
(function (window, host) {
  'use strict';

  const { java, kind, curves, fromBase64, jsonAlgorithm, toBase64 } = host.use('crypto/formats.js');

  const CIPHER = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'];
  const DERIVE = ['deriveKey', 'deriveBits'];
  const SIGN = ['sign', 'verify'];
  const USAGES = {
    'AES-CBC': CIPHER, 'AES-CTR': CIPHER, 'AES-GCM': CIPHER, 'AES-KW': CIPHER.slice(2), 'RSA-OAEP': CIPHER,
    HMAC: SIGN, 'RSASSA-PKCS1-v1_5': SIGN, 'RSA-PSS': SIGN, ECDSA: SIGN, Ed25519: SIGN,
    PBKDF2: DERIVE, HKDF: DERIVE, ECDH: DERIVE, X25519: DERIVE
  };
  const ALL_USAGES = ['encrypt', 'decrypt', 'sign', 'verify'].concat(DERIVE, CIPHER.slice(2));
  const OF_PUBLIC = ['encrypt', 'verify', 'wrapKey'];
  const HASHES = { 'SHA-1': 160, 'SHA-256': 256, 'SHA-384': 384, 'SHA-512': 512 };
  const keys = new WeakMap();

  function fail(name, message) {
    throw new window.DOMException(message || '', name);
  }

  function needed(result, name) {
    return result === null ? fail(name || 'OperationError') : result;
  }

  function bytes(source) {
    if (ArrayBuffer.isView(source)) {
      return source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength);
    }
    if (Object.prototype.toString.call(source) !== '[object ArrayBuffer]') {
      throw new TypeError('The provided value is not of type \'(ArrayBuffer or ArrayBufferView)\'.');
    }
    return source.slice(0);
  }

  function optional(source) {
    return source === undefined ? new ArrayBuffer(0) : bytes(source);
  }

  function named(name, table) {
    const wanted = String(name).toLowerCase();
    return Object.keys(table).find(function (known) {
      return known.toLowerCase() === wanted;
    }) || fail('NotSupportedError', 'Algorithm: Unrecognized name');
  }

  function hashOf(algorithm) {
    const hash = algorithm.hash;
    return named(hash !== null && typeof hash === 'object' ? hash.name : hash, HASHES);
  }

  /* An algorithm as given, with its name as it is registered. */
  function normal(algorithm, table) {
    const given = typeof algorithm === 'object' && algorithm !== null ? algorithm : { name: algorithm };
    return Object.assign({}, given, { name: named(given.name, table || USAGES) });
  }

  function CryptoKey() {
    throw new TypeError('Illegal constructor');
  }
  ['type', 'extractable', 'algorithm', 'usages'].forEach(function (name) {
    Object.defineProperty(CryptoKey.prototype, name, {
      get: function () {
        return keys.get(this)[name];
      },
      enumerable: true, configurable: true
    });
  });
  Object.defineProperty(CryptoKey.prototype, Symbol.toStringTag, { value: 'CryptoKey', configurable: true });

  function inOrder(usages) {
    return ALL_USAGES.filter(function (usage) {
      return usages.indexOf(usage) >= 0;
    });
  }

  function makeKey(type, algorithm, extractable, usages, data, open) {
    const key = Object.create(CryptoKey.prototype);
    keys.set(key, { type: type, extractable: Boolean(extractable), algorithm: algorithm, usages: inOrder(usages),
      data: data, open: open });
    return key;
  }

  /* What is known of a key that an algorithm may use so. */
  function usable(key, algorithm, usage) {
    const known = keys.get(key);
    if (!known) {
      throw new TypeError("parameter 2 is not of type 'CryptoKey'.");
    }
    if (known.algorithm.name !== algorithm.name) {
      fail('InvalidAccessError', 'key.algorithm does not match that of operation');
    }
    if (known.usages.indexOf(usage) < 0) {
      fail('InvalidAccessError', 'key.usages does not permit this operation');
    }
    return known;
  }

  function checkUsages(usages, allowed, empty) {
    if (Array.from(usages).some(function (usage) {
      return allowed.indexOf(usage) < 0;
    })) {
      fail('SyntaxError', 'Cannot create a key using the specified key usages.');
    }
    if (!usages.length && !empty) {
      fail('SyntaxError', 'Usages cannot be empty when creating a key.');
    }
  }

  /* What a key's algorithm property says. */
  function described(algorithm, data, type) {
    const name = algorithm.name;
    if (name === 'HMAC') {
      return { name: name, hash: { name: hashOf(algorithm) }, length: data.byteLength * 8 };
    }
    if (name.indexOf('AES') === 0) {
      return { name: name, length: data.byteLength * 8 };
    }
    if (name.indexOf('RSA') === 0) {
      const numbers = needed(java.rsaNumbers(type, data), 'DataError');
      return { name: name, hash: { name: hashOf(algorithm) }, modulusLength: numbers[0].byteLength * 8,
        publicExponent: new Uint8Array(numbers[1]) };
    }
    return name.indexOf('EC') === 0 ? { name: name, namedCurve: algorithm.namedCurve } : { name: name };
  }

  function random(length) {
    return window.crypto.getRandomValues(new Uint8Array(length)).buffer;
  }

  function keyLength(algorithm) {
    if (algorithm.name === 'HMAC') {
      return algorithm.length === undefined ? (HASHES[hashOf(algorithm)] > 256 ? 1024 : 512) : algorithm.length;
    }
    return [128, 192, 256].indexOf(algorithm.length) < 0 ? fail('OperationError', 'AES key length must be 128, 192 or 256 bits')
      : algorithm.length;
  }

  function generateKey(algorithm, extractable, usages) {
    const name = algorithm.name;
    const wanted = Array.from(usages);
    const form = kind(name);
    checkUsages(wanted, USAGES[name], false);
    if (!form) {
      if (USAGES[name] === DERIVE) {
        fail('NotSupportedError');
      }
      const data = random(keyLength(algorithm) / 8);
      return makeKey('secret', described(algorithm, data), extractable, wanted, data);
    }
    const curve = algorithm.namedCurve || name;
    const pair = needed(java.keyPair(form.family(curve), curve, algorithm.modulusLength || 0,
      optional(algorithm.publicExponent)));
    const open = inOrder(wanted.filter(function (usage) {
      return OF_PUBLIC.indexOf(usage) >= 0;
    }));
    const secret = wanted.filter(function (usage) {
      return OF_PUBLIC.indexOf(usage) < 0;
    });
    if (!secret.length) {
      fail('SyntaxError', 'Usages cannot be empty when creating a key.');
    }
    const data = form.privateKey ? form.privateKey(curve, pair[1], form.toRaw(curve, pair[0])) : pair[1];
    const description = described(algorithm, pair[0], 'public');
    return {
      publicKey: makeKey('public', description, true, open, pair[0]),
      privateKey: makeKey('private', description, extractable, secret, data, pair[0])
    };
  }

  function read(format, data, algorithm) {
    const form = kind(algorithm.name);
    if (!form) {
      return { type: 'secret', data: format === 'raw' ? bytes(data)
        : format === 'jwk' && data.kty === 'oct' ? needed(fromBase64(data.k), 'DataError') : fail('NotSupportedError') };
    }
    const curve = algorithm.namedCurve || algorithm.name;
    if (form.family(curve) === 'EC' && !curves[curve]) {
      fail('NotSupportedError', 'Unrecognized namedCurve');
    }
    const key = format === 'jwk' ? form.fromJwk(data, curve)
      : format === 'raw' && form.raw ? { type: 'public', data: form.raw(curve, bytes(data)) }
        : { type: format === 'pkcs8' ? 'private' : 'public', data: bytes(data) };
    if (!key || form.readable && !form.readable(curve, key.type, key.data)) {
      fail('DataError');
    }
    needed(java.checked(form.family(curve), key.type, key.data), 'DataError');
    return key;
  }

  function importKey(format, data, algorithm, extractable, usages) {
    const key = read(format, data, algorithm);
    const name = algorithm.name;
    const wanted = Array.from(usages);
    checkUsages(wanted, key.type === 'secret' ? USAGES[name] : USAGES[name].filter(function (usage) {
      return (OF_PUBLIC.indexOf(usage) >= 0) === (key.type === 'public');
    }), key.type === 'public');
    if (name.indexOf('AES') === 0 && [16, 24, 32].indexOf(key.data.byteLength) < 0) {
      fail('DataError', 'AES key data must be 128 or 256 bits');
    }
    if (USAGES[name] === DERIVE && key.type === 'secret' && extractable) {
      fail('SyntaxError', 'KDF keys must set extractable=false');
    }
    return makeKey(key.type, described(algorithm, key.data, key.type), extractable, wanted, key.data, key.open);
  }

  function toJwk(key, form, curve) {
    const jwk = needed(form ? form.toJwk(key, curve) : { kty: 'oct', k: toBase64(key.data) });
    jwk.alg = jsonAlgorithm(key.algorithm);
    jwk.ext = key.extractable;
    jwk.key_ops = key.usages.slice();
    const sorted = {};
    Object.keys(jwk).sort().forEach(function (name) {
      if (jwk[name] !== undefined) {
        sorted[name] = jwk[name];
      }
    });
    return sorted;
  }

  function exportKey(format, object) {
    const key = keys.get(object);
    if (!key.extractable) {
      fail('InvalidAccessError', 'key is not extractable');
    }
    const form = kind(key.algorithm.name);
    const curve = key.algorithm.namedCurve || key.algorithm.name;
    if (format === 'jwk') {
      return toJwk(key, form, curve);
    }
    if (format === 'raw' ? form && (key.type !== 'public' || !form.toRaw)
      : !form || key.type !== (format === 'spki' ? 'public' : 'private')) {
      fail(form ? 'InvalidAccessError' : 'NotSupportedError');
    }
    return format === 'raw' && form ? form.toRaw(curve, key.data) : key.data.slice(0);
  }

  function cipher(encrypts, algorithm, key, data) {
    const name = algorithm.name;
    if (name === 'RSA-OAEP') {
      return needed(java.oaep(key.algorithm.hash.name, encrypts, key.data, data, optional(algorithm.label)));
    }
    if (name === 'AES-KW') {
      return needed(java.aesKeyWrap(encrypts, key.data, data));
    }
    const tag = algorithm.tagLength === undefined ? 128 : algorithm.tagLength;
    return needed(java.aes(name.slice(4), encrypts, key.data, bytes(name === 'AES-CTR' ? algorithm.counter : algorithm.iv),
      data, tag, optional(algorithm.additionalData)));
  }

  function signature(algorithm, key) {
    const curve = key.algorithm.namedCurve || key.algorithm.name;
    return [kind(algorithm.name).family(curve), algorithm.name,
      key.algorithm.hash ? key.algorithm.hash.name : algorithm.hash ? hashOf(algorithm) : '', algorithm.saltLength || 0,
      key.data];
  }

  function equal(one, other) {
    return toBase64(one) === toBase64(other);
  }

  function deriveBits(algorithm, key, length) {
    const name = algorithm.name;
    if (USAGES[name] === DERIVE && !kind(name)) {
      if (!length || length % 8) {
        fail('OperationError', 'The length must be a multiple of 8 and not zero');
      }
      return needed(name === 'HKDF' ? java.hkdf(hashOf(algorithm), key.data, bytes(algorithm.salt), bytes(algorithm.info), length / 8)
        : java.pbkdf2(hashOf(algorithm), key.data, bytes(algorithm.salt), algorithm.iterations, length / 8));
    }
    const secret = needed(java.agree(kind(name).family(key.algorithm.namedCurve || name), key.data,
      keys.get(algorithm.public).data));
    if (length > secret.byteLength * 8) {
      fail('OperationError');
    }
    return length === undefined || length === null ? secret : secret.slice(0, Math.ceil(length / 8));
  }

  /* A method: its arguments are taken as they are now, its result or error comes by a promise. */
  function later(body) {
    return function () {
      const args = arguments;
      return new Promise(function (resolve) {
        resolve(body.apply(null, args));
      });
    };
  }

  const methods = {
    digest: function (algorithm, data) {
      return needed(java.digest(normal(algorithm, HASHES).name, bytes(data)));
    },
    encrypt: function (algorithm, key, data) {
      const wanted = normal(algorithm);
      return cipher(true, wanted, usable(key, wanted, 'encrypt'), bytes(data));
    },
    decrypt: function (algorithm, key, data) {
      const wanted = normal(algorithm);
      return cipher(false, wanted, usable(key, wanted, 'decrypt'), bytes(data));
    },
    sign: function (algorithm, object, data) {
      const wanted = normal(algorithm);
      const key = usable(object, wanted, 'sign');
      return needed(wanted.name === 'HMAC' ? java.mac(key.algorithm.hash.name, key.data, bytes(data))
        : java.sign.apply(null, signature(wanted, key).concat(bytes(data))));
    },
    verify: function (algorithm, object, signed, data) {
      const wanted = normal(algorithm);
      const key = usable(object, wanted, 'verify');
      return wanted.name === 'HMAC' ? equal(java.mac(key.algorithm.hash.name, key.data, bytes(data)), bytes(signed))
        : java.verify.apply(null, signature(wanted, key).concat(bytes(data), bytes(signed))) === true;
    },
    generateKey: function (algorithm, extractable, usages) {
      return generateKey(normal(algorithm), extractable, usages);
    },
    importKey: function (format, data, algorithm, extractable, usages) {
      return importKey(format, data, normal(algorithm), extractable, usages);
    },
    exportKey: exportKey,
    deriveBits: function (algorithm, object, length) {
      const wanted = normal(algorithm);
      return deriveBits(wanted, usable(object, wanted, 'deriveBits'), length);
    },
    deriveKey: function (algorithm, object, derived, extractable, usages) {
      const wanted = normal(algorithm);
      const target = normal(derived);
      const length = USAGES[target.name] === DERIVE ? undefined : keyLength(target);
      return importKey('raw', deriveBits(wanted, usable(object, wanted, 'deriveKey'), length), target, extractable, usages);
    },
    wrapKey: function (format, object, wrapper, algorithm) {
      const wanted = normal(algorithm);
      const exported = exportKey(format, object);
      return cipher(true, wanted, usable(wrapper, wanted, 'wrapKey'), format === 'jwk'
        ? new window.TextEncoder().encode(JSON.stringify(exported)).buffer : exported);
    },
    unwrapKey: function (format, wrapped, unwrapper, algorithm, keyAlgorithm, extractable, usages) {
      const wanted = normal(algorithm);
      const data = cipher(false, wanted, usable(unwrapper, wanted, 'unwrapKey'), bytes(wrapped));
      return importKey(format, format === 'jwk' ? JSON.parse(new window.TextDecoder().decode(data)) : data,
        normal(keyAlgorithm), extractable, usages);
    }
  };
  Object.keys(methods).forEach(function (name) {
    methods[name] = later(methods[name]);
  });
  methods.CryptoKey = CryptoKey;
  return methods;
})
