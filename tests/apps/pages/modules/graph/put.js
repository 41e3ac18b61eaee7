export const put = (id, ...values) => window.put(id, values.join(' '));
