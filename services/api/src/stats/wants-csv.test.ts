import { wantsCsv } from './wants-csv';

test.each([
  'text/csv',
  'TEXT/CSV; header=present',
  'text/csv, application/json;q=0.9',
  'application/json;q=0.5, text/*;q=0.6',
  'text/csv, */*;q=0.1',
  'application/json;q=0, */*',
])('%s asks for CSV', (accept) => expect(wantsCsv(accept)).toBe(true));

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'text/csv, application/json',
  'text/csv;q=0.5, application/json',
  'text/csv;q=0',
  'text/csv;q=nonsense',
  'text/csvx',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
])('%s does not', (accept) => expect(wantsCsv(accept)).toBe(false));
