// What the machine itself takes from two processes that are busy beside the load generator.
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
