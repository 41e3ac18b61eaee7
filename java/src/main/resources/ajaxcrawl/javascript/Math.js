/* Math.sumPrecise (ECMAScript 2026): the sum is rounded once, at its end. */
(function () {
  'use strict';

  const view = new DataView(new ArrayBuffer(8));

  /* A finite number in units of 2 ** -1074, the smallest that there is. */
  function units(number) {
    view.setFloat64(0, number);
    const high = view.getUint32(0);
    const exponent = high >>> 20 & 0x7ff;
    const fraction = BigInt(high & 0xfffff) * 4294967296n + BigInt(view.getUint32(4));
    const size = exponent === 0 ? fraction : fraction + 4503599627370496n << BigInt(exponent - 1);
    return high >>> 31 ? -size : size;
  }

  function round(sum) {
    const size = sum < 0n ? -sum : sum;
    const shift = Math.max(0, size.toString(2).length - 64);
    let top = size >> BigInt(shift);
    if (top << BigInt(shift) !== size) {
      top |= 1n; // something is behind it
    }
    const half = Math.trunc((shift - 1074) / 2);
    return (sum < 0n ? -1 : 1) * Number(top) * Math.pow(2, half) * Math.pow(2, shift - 1074 - half);
  }

  return {
    sumPrecise: function (items) {
      let sum = 0n;
      let special = -0;
      let isZero = true;
      for (const item of items) {
        if (typeof item !== 'number') {
          throw new TypeError(String(item) + ' is not a number');
        }
        if (!Number.isFinite(item)) {
          special += item;
        } else if (item !== 0 || !Object.is(item, -0)) {
          isZero = false;
          sum += units(item);
        }
      }
      return special !== 0 ? special : isZero ? -0 : sum === 0n ? 0 : round(sum);
    }
  };
})
