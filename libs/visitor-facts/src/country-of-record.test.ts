// The country in the records of the makers we know.
import { countryOfRecord } from './country-of-record';

test.each([
  ['ip-location-db', { country_code: 'DE' }],
  ['MaxMind and DB-IP', { country: { iso_code: 'DE', names: { en: 'Germany' } }, continent: { code: 'EU' } }],
  ['IPinfo Lite', { country: 'Germany', country_code: 'DE', continent: 'Europe' }],
  ['IPinfo of old', { country: 'DE' }],
  ['lower case', { country_code: 'de' }],
])('a record of %s names Germany', (_, record) => {
  expect(countryOfRecord(record)).toBe('DE');
});

test.each([
  null,
  undefined,
  'DE',
  42,
  {},
  { country_code: 'ZZ' },
  { country_code: 'EU' },
  { country_code: '' },
  { country: {} },
  { country: null },
  { country: { iso_code: 7 } },
  { autonomous_system_number: 3320 },
])('%p names no country', (record) => {
  expect(countryOfRecord(record)).toBeUndefined();
});
