import { campaignsTexts } from '../campaigns/campaigns-texts';
import { batchTexts } from '../links/batch-texts';
import { linksTexts } from '../links/links-texts';
import { statsTexts } from '../stats/stats-texts';
import { tagsTexts } from '../tags/tags-texts';
import { counted } from './counted';

test('only one has the word in the singular', () => {
  expect(['0', '1', '12', '1,001'].map((count) => counted(count, 'link', 'links'))).toEqual([
    '0 links',
    '1 link',
    '12 links',
    '1,001 links',
  ]);
});

const PLURAL = /\b1 (links|lines|humans|bots|redirects|Links|Zeilen|Menschen|Bots|Weiterleitungen)\b/;

test.each(['en', 'de'] as const)('no text says one of something in the plural: %s', (language) => {
  const catalogues = [campaignsTexts, batchTexts, linksTexts, statsTexts, tagsTexts];
  const said = catalogues
    .flatMap((texts) => Object.entries<unknown>(texts[language]))
    // a text about more than a hundred
    .filter(([key]) => key !== 'tooMany')
    .map(([, text]) => text)
    .filter((text): text is (...counts: string[]) => string => typeof text === 'function')
    .map((text) => text('1', '1', '1', '1'));
  expect(said).not.toEqual([]);
  expect(said.filter((text) => PLURAL.test(text))).toEqual([]);
});
