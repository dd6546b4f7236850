import type { Visit } from '@kurz/click-event';
import { makeClassifier } from './make-classifier';

const visit: Visit = {
  time: 1_700_000_000_000,
  workspaceId: 'ws_1',
  linkId: 'lnk_1',
  isScan: false,
  method: 'GET',
  purpose: '',
  userAgent: '',
  referrerHost: '',
  language: 'de-DE',
  network: '193.99.144.0',
};

const classify = makeClassifier({ countryOf: () => 'DE' });

// 64 KiB of worst cases for backtracking engines. The total limit is ten times 2 ms per case, for slow machines.
test('an agent of 64 KiB costs no more than its first 512 characters', () => {
  const parts = [
    'a',
    ' ',
    '(',
    '; ',
    '@a',
    '1.',
    '(compatible;',
    'Android ',
    'Macintosh',
    'Mozilla/5.0 (',
    'iPhone; ',
    '-\t',
  ];
  const started = performance.now();
  for (const part of parts) classify({ ...visit, userAgent: part.repeat(65_536 / part.length) });
  expect(performance.now() - started).toBeLessThan(parts.length * 20);
});
