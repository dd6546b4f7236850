import { csvLineOf } from './csv-line';

test.each([
  ['nothing to quote', ['a', '', 'b c', 3, -3], 'a,,b c,3,-3'],
  [
    'commas, quotes and line breaks',
    ['a,b', 'x "y"', 'one\ntwo', 'cr\rlf'],
    '"a,b","x ""y""","one\ntwo","cr\rlf"',
  ],
  ['formulas', ['=1+1', '+1', '-1', '@a', '\ta', '\ra'], "'=1+1,'+1,'-1,'@a,'\ta,\"'\ra\""],
  ['a formula that needs quotes', ['=SUM(A1), "x"'], '"\'=SUM(A1), ""x"""'],
  ['signs that begin no formula', ['a=1', '1-1', 'a@b', "'"], "a=1,1-1,a@b,'"],
])('%s', (_, cells, line) => {
  expect(csvLineOf(cells)).toBe(`${line}\r\n`);
});
