import { browserFamilies, countries, deviceFamilies, languages, osFamilies } from '@kurz/visitor-facts';
import { OFFERED } from './offered';

test('the form offers the names that the API takes, all of them and no others', () => {
  const sorted = (names: Iterable<string>) => [...names].sort();
  expect(sorted(OFFERED.country)).toEqual(sorted(countries));
  expect(sorted(OFFERED.device)).toEqual(sorted(deviceFamilies));
  expect(sorted(OFFERED.system)).toEqual(sorted(osFamilies));
  expect(sorted(OFFERED.browser)).toEqual(sorted(browserFamilies));
  expect(sorted(OFFERED.language)).toEqual(sorted(languages));
});
