// Like `conditional`, over more links than the cache of compiled conditions holds.
import { RULES } from './conditional.mjs';

export default {
  key: 'conditionalZipf',
  title: 'Kurz, Zipf over 100,000 with five rules',
  order: 2.6,
  server: 'kurz',
  options: { conditions: { rules: RULES } },
  slugs: 'zipf',
  isNear: true,
  warmUpSeconds: 6,
  goals: [{ figure: 'rate', least: 0.35 }],
};
