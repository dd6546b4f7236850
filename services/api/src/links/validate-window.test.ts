import { momentOf, readWindow, refuseNewWindow, refuseWindow, type WindowFields } from './validate-window';

const NOW = Date.UTC(2026, 0, 1);
const paramsOf = (refusal: ReturnType<typeof refuseWindow>) =>
  refusal && { field: refusal.params['field'], reason: refusal.params['reason'] };

function validateNew(fields: WindowFields) {
  const read = readWindow(fields);
  return paramsOf(read.kind === 'refused' ? read : refuseNewWindow(read.edit, NOW));
}

test.each([
  ['2030-12-31T23:59:00Z', '2030-12-31T23:59:00.000Z'],
  ['2030-12-31t23:59:00z', '2030-12-31T23:59:00.000Z'],
  ['2030-12-31T23:59:00.5Z', '2030-12-31T23:59:00.500Z'],
  ['2030-12-31T23:59:00.123999999Z', '2030-12-31T23:59:00.123Z'],
  ['2030-12-31T23:59:00+02:00', '2030-12-31T21:59:00.000Z'],
  ['2030-12-31T23:59:00-00:30', '2031-01-01T00:29:00.000Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
  ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
])('%s is a moment', (text, iso) => {
  expect(momentOf(text)?.toISOString()).toBe(iso);
});

test.each([
  [''],
  ['2030-12-31'],
  ['2030-12-31T23:59:00'],
  ['2030-12-31T23:59Z'],
  ['2030-12-31 23:59:00Z'],
  ['2030-12-31T24:00:00Z'],
  ['2030-12-31T23:60:00Z'],
  ['2030-12-31T23:59:60Z'],
  ['2030-02-30T00:00:00Z'],
  ['2029-02-29T00:00:00Z'],
  ['2030-13-01T00:00:00Z'],
  ['2030-12-31T23:59:00+24:00'],
  ['2030-12-31T23:59:00+0100'],
  ['0000-01-01T00:00:00Z'],
  ['0001-01-01T00:00:00Z'],
  ['1999-12-31T23:59:59Z'],
  ['2200-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59Z'],
  ['+275760-09-13T00:00:00Z'],
  ['1767225600'],
  [' 2030-12-31T23:59:00Z'],
])('%j is none', (text) => {
  expect(momentOf(text)).toBeUndefined();
});

const before = '2026-06-01T00:00:00Z';
const after = '2026-07-01T00:00:00Z';
const url = 'https://example.com/over';

test.each([
  ['nothing', {}],
  ['a begin in the past', { startsAt: '2020-01-01T00:00:00Z' }],
  ['an end', { expiresAt: after }],
  ['begin and end', { startsAt: before, expiresAt: after }],
  ['all three', { startsAt: before, expiresAt: after, expiredUrl: url }],
])('%s may stand in a new link', (_, fields) => {
  expect(validateNew(fields)).toBeUndefined();
});

test.each([
  [{ startsAt: 'soon' }, 'startsAt', 'not_a_moment'],
  [{ expiresAt: 'never' }, 'expiresAt', 'not_a_moment'],
  [{ expiresAt: '2026-01-01T00:00:00Z' }, 'expiresAt', 'in_the_past'],
  [{ startsAt: after, expiresAt: before }, 'expiresAt', 'not_after_start'],
  [{ startsAt: after, expiresAt: after }, 'expiresAt', 'not_after_start'],
  [{ expiredUrl: url }, 'expiredUrl', 'needs_expires_at'],
  [{ startsAt: before, expiredUrl: url }, 'expiredUrl', 'needs_expires_at'],
  [{ expiresAt: after, expiredUrl: 'javascript:alert(1)' }, 'expiredUrl', 'not_http'],
  [{ expiresAt: after, expiredUrl: 'https://a:b@example.com/' }, 'expiredUrl', 'has_credentials'],
  [{ expiresAt: after, expiredUrl: 'nowhere' }, 'expiredUrl', 'not_a_url'],
])('%j is refused at its field', (fields, field, reason) => {
  expect(validateNew(fields)).toEqual({ field, reason });
});

test('A begin that is sent alone is the one at fault', () => {
  const window = { startsAt: new Date(after), expiresAt: new Date(before), expiredUrl: null };
  expect(paramsOf(refuseWindow(window, { startsAt: window.startsAt }))).toEqual({
    field: 'startsAt',
    reason: 'not_before_end',
  });
});
