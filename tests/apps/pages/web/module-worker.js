import { double } from './module-worker-part.js';

onmessage = async (event) => {
  const { name } = await import('./module-worker-part.js');
  postMessage([double(event.data), name, import.meta.url.split('/').pop()]);
};
