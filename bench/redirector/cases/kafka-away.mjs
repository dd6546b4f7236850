// Kafka is away: the journal grows, and the shipping thread tries again and again.
export default {
  key: 'kafkaAway',
  title: 'production, hot, Kafka away',
  order: 13,
  server: 'production',
  slugs: 'hot',
  needs: ['redis', 'postgres'],
  goals: [{ figure: 'rate', against: 'kafkaThere', least: 0.95 }],
};
