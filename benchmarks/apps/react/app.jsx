import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Row({ product }) {
  return <li><a href={`#!/products/${product.id}`}>{product.name}</a> {product.price.toFixed(2)}</li>;
}

function Shop() {
  const [state, setState] = useState(location.hash);
  const [products, setProducts] = useState(null);
  useEffect(() => {
    const follow = () => setState(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    fetch('/api/products.json').then((answer) => answer.json()).then(setProducts);
  }, []);
  if (!state.startsWith('#!/products')) return <p>Welcome</p>;
  if (!products) return <p>Loading</p>;
  return <><p>{products.length} products</p><ul>{products.map((one) => <Row key={one.id} product={one} />)}</ul></>;
}

createRoot(document.getElementById('app')).render(<Shop />);
