// What most shorteners are.
export default {
  key: 'express',
  title: 'express + Redis GET + LPUSH',
  order: 8,
  server: 'express',
  slugs: 'zipf',
  needsRedis: true,
};
