import { readCombinedLine } from './combined-line';

describe('a line in the combined format', () => {
  it('is read in linear time, however odd', () => {
    const odd = `1.2.3.4 - - ${'['.repeat(20_000)} "GET ${'a'.repeat(20_000)}`;
    const begin = performance.now();
    readCombinedLine(odd);
    expect(performance.now() - begin).toBeLessThan(500);
  });
});
