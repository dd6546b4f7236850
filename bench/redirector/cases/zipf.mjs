// The traffic of a shortener: few slugs get most of the visits. The cache is warm: each slug was requested before.
export default {
  key: 'zipf',
  title: 'Kurz, Zipf over 100,000',
  order: 2,
  server: 'kurz',
  slugs: 'zipf',
  isNear: true,
  warmUpSeconds: 6,
  isAnsweredBy: { from: 'near', least: 0.999 },
  isQuick: true,
  goals: [
    { figure: 'rate', least: 0.95 },
    { figure: 'cpu', most: 1.107 },
  ],
};
