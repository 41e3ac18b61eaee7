let pages = 0;
onconnect = (event) => {
  const [port] = event.ports;
  pages += 1;
  port.onmessage = ({ data }) => port.postMessage(`${data} for ${pages} by ${self.name}`);
};
