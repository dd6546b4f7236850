// What two bare workers are compared with: one with half of the connections, free to use either core as they are.
export default {
  key: 'bareOneWorker',
  title: 'bare node:http, one worker on all cores',
  order: 15.1,
  server: 'bare-workers',
  options: { workers: 1 },
  isOnAllCores: true,
  slugs: 'hot',
  connections: 32,
};
