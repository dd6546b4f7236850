// What a shortener sees: few slugs are most of the visits; all of them are near after the warm-up.
export default {
  key: 'zipf',
  title: 'Kurz, Zipf over 100,000',
  order: 2,
  server: 'kurz',
  slugs: 'zipf',
  warmUpSeconds: 6,
  isQuick: true,
  goals: [
    { figure: 'rate', least: 0.95 },
    { figure: 'cpu', most: 1.107 },
  ],
};
