import { catalogue, type ErrorCode } from './catalogue';
import { messageOf } from './message-of';
import { reasons, type Reason } from './reasons';
import { refuse } from './refusal';

/** Everything that any text names. */
const everything = {
  field: 'url',
  scope: 'links:read',
  method: 'PUT',
  role: 'admin',
  workspaces: 'Team',
  address: 'https://links.example.com',
  min: 1,
  max: 100,
  contrast: 3.2,
};

const codes = Object.keys(catalogue).filter((code): code is ErrorCode => code in catalogue);
const reasonNames = Object.keys(reasons).filter((name): name is Reason => name in reasons);

test.each(codes)('the text of %s is finished in both languages', (code) => {
  for (const language of ['en', 'de'] as const) {
    const message = messageOf(refuse(code, { ...everything, reason: 'required' }), language);
    expect(message).not.toMatch(/[{}]|undefined/);
    expect(message).toMatch(/\.$|>\.$/);
  }
});

test.each(reasonNames)('the reason %s makes a finished sentence in both languages', (reason) => {
  for (const language of ['en', 'de'] as const) {
    const message = messageOf(refuse('VALIDATION_FAILED', { ...everything, reason }), language);
    expect(message).toMatch(/^["„]url["“] [^{}]+\.$/);
  }
});

test('a validation text names the field and the limit', () => {
  const refusal = refuse('VALIDATION_FAILED', { field: 'title', reason: 'too_long', max: 256 });
  expect(messageOf(refusal, 'en')).toBe('"title" must not be longer than 256 characters.');
  expect(messageOf(refusal, 'de')).toBe('„title“ darf höchstens 256 Zeichen lang sein.');
});

test('a missing scope is named', () => {
  expect(messageOf(refuse('SCOPE_REQUIRED', { scope: 'stats:read' }), 'en')).toContain('stats:read');
});

test('a value with braces stays as it is', () => {
  const refusal = refuse('VALIDATION_FAILED', { field: '{reason}{max}', reason: 'required' });
  expect(messageOf(refusal, 'en')).toBe('"{reason}{max}" is required.');
});

test('a long name from the caller is cut', () => {
  const refusal = refuse('VALIDATION_FAILED', { field: 'x'.repeat(5_000), reason: 'required' });
  expect(messageOf(refusal, 'en').length).toBeLessThan(200);
});

test('a forgotten placeholder is a fault, not a text with a hole', () => {
  expect(() => messageOf(refuse('SCOPE_REQUIRED'), 'en')).toThrow('{scope}');
  expect(() => messageOf(refuse('SCOPE_REQUIRED', { constructor: 'x' }), 'en')).toThrow('{scope}');
});
