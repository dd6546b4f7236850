// Draws the link that a visitor requests.

import { slugOf } from './links.mjs';

let asked = 0;

const numberOf = {
  hot: () => 7,
  each: (links) => asked++ % links,
  random: (links) => Math.floor(Math.random() * links),
  // the inverse of a continuous Zipf distribution with exponent 1
  zipf: (links) => Math.floor(links ** Math.random()) - 1,
};

export const drawSlug = (slugs, links) =>
  slugs === 'unknown' ? `u${Math.floor(Math.random() * 1e9)}` : slugOf(numberOf[slugs](links));
