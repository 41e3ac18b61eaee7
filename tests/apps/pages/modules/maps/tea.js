export default 'tea' + new URL(import.meta.url).search;
