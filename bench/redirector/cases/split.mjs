// Four destinations by weight, one slug for all requests.
export default {
  key: 'split',
  title: 'Kurz, one hot slug with four destinations',
  order: 2.7,
  server: 'kurz',
  options: {
    conditions: {
      split: [40, 30, 20, 10].map((weight, n) => ({ weight, location: `https://shop.example/${n}` })),
    },
  },
  slugs: 'hot',
  goals: [{ figure: 'rate', least: 0.35 }],
};
