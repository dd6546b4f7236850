// How much two processes that are busy beside the load generator lose on this machine.
export default {
  key: 'bareTwoWorkers',
  title: 'bare node:http, two workers',
  order: 15.2,
  server: 'bare-workers',
  options: { workers: 2 },
  isOnAllCores: true,
  slugs: 'hot',
  connections: 64,
};
