/* Forms that scripts send, and what they read of them (HTML Standard, 4.10.21 and 4.10.22). */
(function (window, host) {
  'use strict';

  const Native = host.replaced.FormData;
  const additions = [];

  /* A form's entries: after the browser's own elements come others', and what listeners of formdata say. */
  function FormData(form) {
    const data = Reflect.construct(Native, Array.from(arguments), new.target || FormData);
    if (form instanceof window.HTMLFormElement) {
      additions.forEach(function (add) {
        add(form, data);
      });
      const event = new window.Event('formdata', { bubbles: true });
      Object.defineProperty(event, 'formData', { value: data, enumerable: true });
      form.dispatchEvent(event);
    }
    return data;
  }
  FormData.prototype = Native.prototype;
  Object.defineProperty(FormData.prototype, 'constructor', { value: FormData, writable: true, configurable: true });

  return {
    FormData: FormData,
    additions: additions,
    requestSubmit: function (submitter) {
      if (submitter !== undefined && submitter !== null) {
        host.replaced.requestSubmit.call(this, submitter);
      } else if (this.noValidate || this.checkValidity()) {
        const event = new window.SubmitEvent('submit', { bubbles: true, cancelable: true });
        if (this.dispatchEvent(event)) {
          window.HTMLFormElement.prototype.submit.call(this);
        }
      }
    }
  };
})
