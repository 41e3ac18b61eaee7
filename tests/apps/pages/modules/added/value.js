export default 'value of ' + import.meta.url.split('?')[1];
