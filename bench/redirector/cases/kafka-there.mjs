// Production as a whole: a thread beside the answering thread ships the journal into Kafka.
export default {
  key: 'kafkaThere',
  title: 'production, hot, Kafka there',
  order: 12,
  server: 'production',
  options: { isShipping: true },
  slugs: 'hot',
  needs: ['redis', 'postgres', 'kafka'],
};
