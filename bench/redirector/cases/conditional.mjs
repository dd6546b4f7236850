// Rules of which the fourth matches the visitor, and one slug for all requests. Each request looks up the country.
export const RULES = [
  { systems: ['Android'], languages: ['de'], location: 'https://shop.example/android' },
  { countries: ['US', 'CA'], location: 'https://shop.example/america' },
  {
    time: { zone: 'Europe/Zurich', days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 },
    browsers: ['Firefox'],
    location: 'https://shop.example/firefox',
  },
  { browsers: ['Safari'], location: 'https://shop.example/safari' },
  { query: { name: 'a' }, location: 'https://shop.example/query' },
];

export default {
  key: 'conditional',
  title: 'Kurz, one hot slug with five rules',
  order: 2.5,
  server: 'kurz',
  options: { conditions: { rules: RULES } },
  slugs: 'hot',
  goals: [{ figure: 'rate', least: 0.35 }],
};
