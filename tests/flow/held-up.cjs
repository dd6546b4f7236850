// Preloaded into the product: blocks its thread, again and again during the start, for longer than a request may wait
// for a connection, as on a machine whose cores have other work.

const HELD_UP_MS = 2_500;
const TIMES = 4;

let times = 0;
const timer = setInterval(() => {
  const end = Date.now() + HELD_UP_MS;
  while (Date.now() < end);
  if (++times === TIMES) clearInterval(timer);
}, 50).unref();
