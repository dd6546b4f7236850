import fc from 'fast-check';
import { validateUtmConventions } from './validate-utm-conventions';

const faultOf = (sent: unknown) => {
  const validated = validateUtmConventions(sent);
  return validated.kind === 'faulty' ? validated.fault : undefined;
};

test('what is left out is filled in, and what was sent stays as it was', () => {
  const sent = { required: ['source'] };
  expect(validateUtmConventions(sent)).toEqual({
    kind: 'conventions',
    conventions: { enabled: true, required: ['source'], allowed: {}, lowercase: false, separator: null },
  });
  expect(sent).toEqual({ required: ['source'] });
});

test('conventions that were validated are validated the same again', () => {
  const document = {
    enabled: false,
    allowed: { medium: ['email', 'social-*'] },
    lowercase: true,
    separator: '-',
  };
  const validated = validateUtmConventions(document);
  expect(validated.kind === 'conventions' && validateUtmConventions(validated.conventions)).toEqual(
    validated,
  );
});

test.each([
  [[], { field: 'conventions', reason: 'not_an_object' }],
  ['text', { field: 'conventions', reason: 'not_an_object' }],
  [{ lowerCase: true }, { field: 'lowerCase', reason: 'unknown_field' }],
  [{ allowed: { colour: ['red'] } }, { field: 'allowed.colour', reason: 'unknown_field' }],
  [{ enabled: 'yes' }, { field: 'enabled', reason: 'not_a_boolean' }],
  [{ required: ['colour'] }, { field: 'required.0', reason: 'not_offered' }],
  [{ required: ['source', 'source'] }, { field: 'required', reason: 'repeated' }],
  [{ separator: '.' }, { field: 'separator', reason: 'not_offered' }],
  [{ allowed: { medium: [''] } }, { field: 'allowed.medium.0', reason: 'empty' }],
  [{ allowed: { medium: ['a\u0000'] } }, { field: 'allowed.medium.0', reason: 'has_nul' }],
  [{ allowed: { medium: ['🙂', '\ud83d'] } }, { field: 'allowed.medium.1', reason: 'unusable_characters' }],
  [{ allowed: { medium: ['a'.repeat(257)] } }, { field: 'allowed.medium.0', reason: 'too_long', max: 256 }],
  [{ allowed: { medium: Array(201).fill('a') } }, { field: 'allowed.medium', reason: 'too_many', max: 200 }],
  [
    { lowercase: true, allowed: { medium: ['a', 'B'] } },
    { field: 'allowed.medium.1', reason: 'contradicts' },
  ],
  [
    { separator: '-', allowed: { term: ['a b'] } },
    { field: 'allowed.term.0', reason: 'contradicts' },
  ],
])('%j is refused', (sent, fault) => {
  expect(faultOf(sent)).toEqual(fault);
});

test('whatever is sent, it is validated and never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (sent) =>
      ['conventions', 'faulty'].includes(validateUtmConventions(sent).kind),
    ),
  );
});

test('what is nested deeply is faulty like anything else', () => {
  const nested: unknown = JSON.parse('{"a":'.repeat(90_000) + '1' + '}'.repeat(90_000));
  expect(faultOf(nested)).toEqual({ field: 'a', reason: 'unknown_field' });
  expect(faultOf({ separator: nested })).toEqual({ field: 'separator', reason: 'not_offered' });
});
