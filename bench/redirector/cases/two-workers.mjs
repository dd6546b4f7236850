// Workers share nothing but a port, so a request costs as much as with a single worker.
export default {
  key: 'twoWorkers',
  title: 'production, hot, two workers',
  order: 15,
  server: 'production',
  options: { workers: 2 },
  isOnAllCores: true,
  slugs: 'hot',
  connections: 64,
  needs: ['redis', 'postgres'],
  goals: [{ figure: 'cpu', against: 'oneWorker', most: 1.03 }],
};
