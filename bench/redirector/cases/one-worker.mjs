// What two workers are compared with: one with half of the connections, free to use either core as they are.
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
