// Loaded before the product: its thread is held up for longer than a request may wait for a connection, again and again
// while it starts, as on a machine with other work for its cores.

const HELD_UP_MS = 2_500;
const TIMES = 4;

let times = 0;
const timer = setInterval(() => {
  const end = Date.now() + HELD_UP_MS;
  while (Date.now() < end);
  if (++times === TIMES) clearInterval(timer);
}, 50).unref();
