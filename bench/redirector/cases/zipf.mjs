// What a shortener sees: few slugs are most of the visits. The cache is warm: each of them was asked for before.
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
