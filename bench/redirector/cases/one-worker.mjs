// The baseline for two workers: one worker with half of the connections, which may also use either core.
export default {
  key: 'oneWorker',
  title: 'production, hot, one worker on all cores',
  order: 14,
  server: 'production',
  isOnAllCores: true,
  slugs: 'hot',
  connections: 32,
  needs: ['redis', 'postgres'],
};
