// One request in ten creates a link. Each change is published to the redirector, and each new link is visited at once.
export default {
  key: 'authors',
  title: 'Kurz on Redis, Zipf, 2,700/s, and 300 links made a second',
  order: 17,
  server: 'kurz',
  options: { linkCache: 'redis' },
  authors: { rate: 300 },
  slugs: 'zipf',
  rate: 2_700,
  warmUpSeconds: 4,
  needs: ['redis', 'postgres'],
  goals: [{ figure: 'cpu', against: 'calm', most: 1.2 }],
};
