export let late = 'too early';
window.put('await', 'child begins');
late = await new Promise((done) => setTimeout(done, 30, 'awaited'));
for await (const n of [Promise.resolve(1), 2]) late += n;
window.put('await', 'child ends');
