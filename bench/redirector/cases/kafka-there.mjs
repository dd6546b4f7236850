// The whole of production: the journal is shipped into Kafka by the thread beside the one that answers.
export default {
  key: 'kafkaThere',
  title: 'production, hot, Kafka there',
  order: 12,
  server: 'production',
  options: { isShipping: true },
  slugs: 'hot',
  needs: ['redis', 'postgres', 'kafka'],
};
