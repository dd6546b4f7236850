// The baseline of every ratio.
export default {
  key: 'bare',
  title: 'bare node:http, constant 302',
  order: 0,
  server: 'bare',
  slugs: 'hot',
  isPaced: true,
};
