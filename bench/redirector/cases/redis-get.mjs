// What most shorteners do at least.
export default {
  key: 'redisGet',
  title: 'node:http + Redis GET',
  order: 20,
  server: 'redis-get',
  slugs: 'zipf',
  needs: ['redis'],
};
