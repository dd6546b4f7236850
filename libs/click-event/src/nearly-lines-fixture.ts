// Valid and nearly valid lines of visits, for tests of readers.

import * as fc from 'fast-check';

/** A field's text, in Latin-1. */
export const nearlyField = fc.oneof(
  fc.constantFrom('', '0', '1', '2', '00', '1763640000123', '8640000000000000', '8640000000000001', ' 1'),
  fc.string({ unit: fc.constantFrom('a', '1', '\t', '\\', 't', 'n', '\r', 'ÿ', '-', '.'), maxLength: 12 }),
);

/** `field` makes fields of the visitor's part. */
export const nearlyLineOf = (field: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.constantFrom('1', '1', '1', '', '2', '11'),
      fc.constantFrom(
        '1763640000123',
        '1763640000124',
        '0',
        '',
        '-1',
        '01763640000123456',
        '99999999999999999',
      ),
      fc.constantFrom('ws_a', 'ws_a', ''),
      fc.constantFrom('lnk_b', 'lnk_c', ''),
      fc.constantFrom('0', '1', '', 'x', '10'),
      fc.array(fc.oneof(fc.constantFrom('GET', 'de', ''), field), { minLength: 5, maxLength: 7 }),
    )
    .map(([version, time, workspace, link, scan, rest]) =>
      [version, time, workspace, link, scan, ...rest].join('\t'),
    );

/** The outcomes of such lines, sorted; a test run must meet each of them. */
export const KINDS_OF_LINES = [
  'bad_escape',
  'bad_flag',
  'bad_time',
  'missing_id',
  'unknown_version',
  'visit',
  'wrong_field_count',
];
