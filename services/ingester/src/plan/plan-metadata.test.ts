import { decodePlanMetadata, encodePlanMetadata, type PlanMetadata } from './plan-metadata';

describe('the metadata of a plan', () => {
  it.each<PlanMetadata>([
    { to: null, seen: {} },
    { to: 123, seen: { 'node-1': 99, 'other "one"': 2 ** 52 } },
  ])('comes back as it was written: %j', (metadata) => {
    expect(decodePlanMetadata(encodePlanMetadata(metadata))).toEqual(metadata);
  });

  it('is a bare position where a tool has committed', () => {
    expect(decodePlanMetadata('')).toEqual({ to: null, seen: {} });
  });

  it.each(['{', '[]', '7', '{"seen":{}}', '{"to":"9","seen":{}}', '{"to":-1,"seen":{}}', '{"to":1}'])(
    'is refused rather than taken for no plan: %s',
    (text) => {
      expect(() => decodePlanMetadata(text)).toThrow('is not a plan');
    },
  );
});
