import { Readable } from 'node:stream';
import fc from 'fast-check';
import { linesOf, MAX_LINE_BYTES } from './log-lines';

async function read(chunks: Buffer[]): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of linesOf(Readable.from(chunks))) lines.push(line === null ? null : line.toString());
  return lines;
}

describe('the lines of a log', () => {
  it('are the same however the content is cut into chunks', async () => {
    const text = fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', '')).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (content, size) => {
        const whole = Buffer.from(content);
        const chunks: Buffer[] = [];
        for (let at = 0; at < whole.length; at += size) chunks.push(whole.subarray(at, at + size));
        const expected = content.split('\n').map((line) => line.replace(/\r$/, ''));
        if (content === '' || content.endsWith('\n')) expected.pop();
        expect(await read(chunks)).toEqual(expected);
      }),
    );
  });

  it('are passed over when they are too long, and only those', async () => {
    const long = Buffer.alloc(MAX_LINE_BYTES + 1, 'x');
    expect(await read([Buffer.from('a\n'), long, Buffer.from('tail\nb')])).toEqual(['a', null, 'b']);
    expect(await read([Buffer.concat([long, Buffer.from('\nb\n')])])).toEqual([null, 'b']);
  });
});
