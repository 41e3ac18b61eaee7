export default 'here' + new URL(import.meta.url).search;
