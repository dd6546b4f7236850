import { gunzipSync, gzipSync } from 'node:zlib';
import { rememberUnzipped } from './gzip-codec';

function countingUnzip() {
  const asked: Buffer[] = [];
  const unzip = (bytes: Buffer) => {
    asked.push(bytes);
    return gunzipSync(bytes);
  };
  return { asked, unzip };
}
const text = (n: number) => Buffer.alloc(10_000, `visit ${n}\n`);

describe('bytes that several groups unzip', () => {
  it('are unzipped once while one of them holds what came of it', () => {
    const { asked, unzip } = countingUnzip();
    const remembering = rememberUnzipped(unzip, 1_000_000);
    const zipped = gzipSync(text(1));
    const first = remembering(Buffer.from(zipped));
    const second = remembering(Buffer.from(zipped));
    expect(second).toEqual(text(1));
    expect(second.buffer).toBe(first.buffer);
    expect(asked).toHaveLength(1);
  });

  it('are told apart from others of the same length and the same end', () => {
    const { asked, unzip } = countingUnzip();
    const remembering = rememberUnzipped(unzip, 1_000_000);
    // the same content, and so the same trailer, zipped in another way into as many bytes
    const zipped = gzipSync(text(1));
    const other = Buffer.from(zipped);
    other[4] = 1;
    remembering(zipped);
    remembering(other);
    // compares the calls, because Node 26 keeps small buffers in one piece of memory
    expect(asked).toEqual([zipped, other]);
    expect(remembering(gzipSync(text(2)))).toEqual(text(2));
  });

  it('are forgotten when more has come than may be remembered', () => {
    const { asked, unzip } = countingUnzip();
    const zipped = [1, 2, 3].map((n) => gzipSync(text(n)));
    const remembering = rememberUnzipped(unzip, 2 * (zipped[0]?.length ?? 0) + 1);
    const held = zipped.map(remembering);
    for (const bytes of [...zipped].reverse()) held.push(remembering(bytes));
    expect(held.slice(3)).toEqual([text(3), text(2), text(1)]);
    expect(asked).toHaveLength(4);
  });
});
