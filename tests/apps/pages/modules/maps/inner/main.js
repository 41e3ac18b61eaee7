import tea from 'tea';
import shop from 'shop';
window.put('scoped', tea + ', ' + shop);
