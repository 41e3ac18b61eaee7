/* The values of inputs as numbers and dates (HTML Standard, "common input element APIs"). */
(function (window) {
  'use strict';

  const DAY = 86400000;

  function read(input) {
    const text = input.value;
    switch (input.type) {
      case 'number':
      case 'range':
        return text === '' ? NaN : Number(text);
      case 'date':
        return /^\d{4,}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
      case 'month':
        return /^\d{4,}-\d\d$/.test(text) ? (text.slice(0, -3) - 1970) * 12 + Number(text.slice(-2)) - 1 : NaN;
      case 'time':
        return /^\d\d:\d\d/.test(text) ? Date.parse('1970-01-01T' + text + 'Z') : NaN;
      case 'datetime-local':
        return /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text + 'Z') : NaN;
      default:
        return NaN;
    }
  }

  function write(input, value) {
    if (isNaN(value)) {
      input.value = '';
      return;
    }
    switch (input.type) {
      case 'date':
        input.value = new Date(value).toISOString().slice(0, 10);
        break;
      case 'month':
        input.value = new Date(Date.UTC(1970, value)).toISOString().slice(0, 7);
        break;
      case 'time':
        input.value = new Date(value).toISOString().slice(11, 16);
        break;
      case 'datetime-local':
        input.value = new Date(value).toISOString().slice(0, 16);
        break;
      default:
        input.value = String(value);
    }
  }

  function step(input, count) {
    const scale = { date: DAY, time: 1000, 'datetime-local': 1000 }[input.type] || 1;
    const size = Number(input.getAttribute('step')) || (scale === 1000 ? 60 : 1);
    const low = input.min === '' ? -Infinity : Number(input.min);
    const high = input.max === '' ? Infinity : Number(input.max);
    const value = (read(input) || 0) + count * size * scale;
    write(input, scale === 1 ? Math.max(low, Math.min(high, value)) : value);
  }

  return {
    valueAsNumber: {
      get: function () {
        return read(this);
      },
      set: function (value) {
        write(this, Number(value));
      }
    },
    valueAsDate: {
      get: function () {
        const value = read(this);
        const isDate = this.type === 'date' || this.type === 'time';
        return this.type === 'month' && !isNaN(value) ? new Date(Date.UTC(1970, value))
          : isDate && !isNaN(value) ? new Date(value) : null;
      },
      set: function (value) {
        write(this, value === null ? NaN : this.type === 'month'
          ? (value.getUTCFullYear() - 1970) * 12 + value.getUTCMonth() : value.getTime());
      }
    },
    stepUp: function (count) {
      step(this, count === undefined ? 1 : Number(count));
    },
    stepDown: function (count) {
      step(this, count === undefined ? -1 : -Number(count));
    }
  };
})
