/* How keys are written: raw, SPKI, PKCS #8 and JSON (RFC 5208, 5480, 5915, 7518, 8037, 8410). Public keys are kept as
   SPKI, private ones as PKCS #8, secret ones as they are; a format that a key is not in gives null. */
(function (window, host) {
  'use strict';

  const java = host.crypto();

  /* DER that stands before a point, before a private number, and between the number and its point. */
  const EC = {
    'P-256': { size: 32, open: '3059301306072a8648ce3d020106082a8648ce3d030107034200', middle: 'a144034200',
      secret: '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420' },
    'P-384': { size: 48, open: '3076301006072a8648ce3d020106052b81040022036200', middle: 'a164036200',
      secret: '3081b6020100301006072a8648ce3d020106052b8104002204819e30819b0201010430' },
    'P-521': { size: 66, open: '30819b301006072a8648ce3d020106052b8104002303818600', middle: 'a1818903818600',
      secret: '3081ee020100301006072a8648ce3d020106052b810400230481d63081d30201010442' }
  };
  const OKP = {
    Ed25519: { open: '302a300506032b6570032100', secret: '302e020100300506032b657004220420' },
    X25519: { open: '302a300506032b656e032100', secret: '302e020100300506032b656e04220420' }
  };
  const RSA = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'];

  function fromHex(text) {
    return Uint8Array.from(text.match(/../g), function (pair) {
      return parseInt(pair, 16);
    });
  }

  function joined(parts) {
    const arrays = parts.map(function (part) {
      return typeof part === 'string' ? fromHex(part) : new Uint8Array(part);
    });
    const all = new Uint8Array(arrays.reduce(function (sum, array) {
      return sum + array.length;
    }, 0));
    let at = 0;
    arrays.forEach(function (array) {
      all.set(array, at);
      at += array.length;
    });
    return all.buffer;
  }

  function fromBase64(text) {
    if (typeof text !== 'string' || /[^\w-]/.test(text)) {
      return null;
    }
    return Uint8Array.from(window.atob(text.replace(/-/g, '+').replace(/_/g, '/')), function (character) {
      return character.charCodeAt(0);
    }).buffer;
  }

  function toBase64(buffer) {
    let text = '';
    new Uint8Array(buffer).forEach(function (byte) {
      text += String.fromCharCode(byte);
    });
    return window.btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  }

  function begins(buffer, hex) {
    const start = fromHex(hex);
    const bytes = new Uint8Array(buffer);
    return start.every(function (byte, index) {
      return bytes[index] === byte;
    });
  }

  /* RSA keys. */
  const rsa = {
    family: function () {
      return 'RSA';
    },
    fromJwk: function (jwk) {
      const names = jwk.d === undefined ? RSA.slice(0, 2) : RSA;
      const numbers = names.map(function (name) {
        return fromBase64(jwk[name]);
      });
      const key = jwk.kty === 'RSA' && numbers.indexOf(null) < 0 ? java.rsaKey.apply(null, numbers) : null;
      return key && { type: jwk.d === undefined ? 'public' : 'private', data: key };
    },
    toJwk: function (key) {
      const jwk = { kty: 'RSA' };
      java.rsaNumbers(key.type, key.data).forEach(function (number, index) {
        jwk[RSA[index]] = toBase64(number);
      });
      return jwk;
    }
  };

  /* Keys of NIST's curves. */
  const ec = {
    family: function () {
      return 'EC';
    },
    raw: function (curve, point) {
      return joined([EC[curve].open, point]);
    },
    toRaw: function (curve, data) {
      return data.slice(EC[curve].open.length / 2);
    },
    privateKey: function (curve, number, point) {
      return joined([EC[curve].secret, number, EC[curve].middle, point]);
    },
    readable: function (curve, type, data) {
      return begins(data, type === 'public' ? EC[curve].open : EC[curve].secret);
    },
    fromJwk: function (jwk, curve) {
      const x = fromBase64(jwk.x);
      const y = fromBase64(jwk.y);
      const d = jwk.d === undefined ? undefined : fromBase64(jwk.d);
      if (jwk.kty !== 'EC' || jwk.crv !== curve || !x || !y || d === null) {
        return null;
      }
      const point = joined(['04', x, y]);
      return d ? { type: 'private', data: ec.privateKey(curve, d, point) } : { type: 'public', data: ec.raw(curve, point) };
    },
    toJwk: function (key, curve) {
      const form = EC[curve];
      const size = form.size;
      const from = key.type === 'public' ? form.open.length / 2
        : (form.secret.length + form.middle.length) / 2 + size;
      const start = form.secret.length / 2;
      const jwk = { kty: 'EC', crv: curve, x: toBase64(key.data.slice(from + 1, from + 1 + size)),
        y: toBase64(key.data.slice(from + 1 + size, from + 1 + 2 * size)) };
      if (key.type === 'private') {
        jwk.d = toBase64(key.data.slice(start, start + size));
      }
      return jwk;
    }
  };

  /* Keys of Curve25519: a private one is kept with its public one, as JSON wants both. */
  const okp = {
    family: function (curve) {
      return curve;
    },
    raw: function (curve, bytes) {
      return joined([OKP[curve].open, bytes]);
    },
    toRaw: function (curve, data) {
      return data.slice(OKP[curve].open.length / 2);
    },
    readable: function (curve, type, data) {
      return begins(data, type === 'public' ? OKP[curve].open : OKP[curve].secret);
    },
    fromJwk: function (jwk, curve) {
      const x = fromBase64(jwk.x);
      const d = jwk.d === undefined ? undefined : fromBase64(jwk.d);
      if (jwk.kty !== 'OKP' || jwk.crv !== curve || !x || d === null) {
        return null;
      }
      return d ? { type: 'private', data: joined([OKP[curve].secret, d]), open: okp.raw(curve, x) }
        : { type: 'public', data: okp.raw(curve, x) };
    },
    toJwk: function (key, curve) {
      const open = key.type === 'public' ? key.data : key.open;
      const jwk = { kty: 'OKP', crv: curve };
      if (!open) {
        return null;
      }
      jwk.x = toBase64(okp.toRaw(curve, open));
      if (key.type === 'private') {
        jwk.d = toBase64(key.data.slice(OKP[curve].secret.length / 2));
      }
      return jwk;
    }
  };

  function kind(name) {
    return name.indexOf('RSA') === 0 ? rsa : name.indexOf('EC') === 0 ? ec : OKP[name] ? okp : null;
  }

  /* What a key's algorithm is called in JSON. */
  function jsonAlgorithm(algorithm) {
    const name = algorithm.name;
    const hash = algorithm.hash ? algorithm.hash.name.slice(4) : '';
    return name === 'HMAC' ? 'HS' + hash
      : name.indexOf('AES-') === 0 ? 'A' + algorithm.length + name.slice(4)
        : name === 'RSA-OAEP' ? (hash === '1' ? name : name + '-' + hash)
          : name === 'RSA-PSS' ? 'PS' + hash : name.indexOf('RSA') === 0 ? 'RS' + hash : name === 'Ed25519' ? name : undefined;
  }

  return { java: java, kind: kind, curves: EC, fromBase64: fromBase64,
    jsonAlgorithm: jsonAlgorithm, toBase64: toBase64 };
})
