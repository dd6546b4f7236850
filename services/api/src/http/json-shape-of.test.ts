import { jsonShapeOf } from './json-shape-of';

const shapeOf = (text: string) => jsonShapeOf(Buffer.from(text));

test.each([
  ['0', 0],
  ['[]', 1],
  ['{"a":{"b":[1,{}]}}', 4],
  ['[[],[[]],[]]', 3],
  [String.raw`"[[[\"[[["`, 0],
  [String.raw`{"[[\\":["{{{"]}`, 2],
])('%s is nested %d deep', (text, depth) => {
  expect(shapeOf(text).depth).toBe(depth);
});

test('what is parsed takes no more memory than is said', () => {
  const texts = {
    arrays: '['.repeat(200_000) + ']'.repeat(200_000),
    siblings: `[${Array.from({ length: 200_000 }, () => '{}').join(',')}]`,
    numbers: `[${Array.from({ length: 200_000 }, () => '1').join(',')}]`,
  };
  for (const text of Object.values(texts)) {
    const before = process.memoryUsage().heapUsed;
    const value: unknown = JSON.parse(text);
    const taken = process.memoryUsage().heapUsed - before;
    expect(value).toBeDefined();
    // a collection in between takes away more than the value adds
    expect(taken).toBeLessThan(1.5 * (shapeOf(text).bytes + text.length));
  }
});
