// The baseline for two bare workers: one worker with half of the connections, which may also use either core.
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
