import { decodeIntentMetadata, encodeIntentMetadata, type IntentMetadata } from './intent-metadata';

describe('the metadata of an intent', () => {
  it.each<IntentMetadata>([
    { to: null, seen: {} },
    { to: 123, seen: { 'node-1': 99, 'other "one"': 2 ** 52 } },
  ])('comes back as it was written: %j', (metadata) => {
    expect(decodeIntentMetadata(encodeIntentMetadata(metadata))).toEqual(metadata);
  });

  it('is a bare position where a tool has committed', () => {
    expect(decodeIntentMetadata('')).toEqual({ to: null, seen: {} });
  });

  it.each(['{', '[]', '7', '{"seen":{}}', '{"to":"9","seen":{}}', '{"to":-1,"seen":{}}', '{"to":1}'])(
    'is refused rather than taken for no intent: %s',
    (text) => {
      expect(() => decodeIntentMetadata(text)).toThrow('is not an intent');
    },
  );
});
