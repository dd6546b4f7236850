// Shows how much two busy processes lose on this machine beside the load generator.
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
