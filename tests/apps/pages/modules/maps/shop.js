import tea from 'tea';
export default 'shop' + new URL(import.meta.url).search + ' with ' + tea;
