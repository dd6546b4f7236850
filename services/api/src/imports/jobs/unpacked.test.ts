import { gzipSync } from 'node:zlib';
import { unpacked } from './unpacked';

const TEXT = Buffer.from('slug,url\none,https://a.example/\n'.repeat(5_000));

async function* inChunks(content: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += length)
    yield await Promise.resolve(content.subarray(at, at + length));
}

async function contentOf(content: AsyncIterable<Buffer>, maxBytes?: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of unpacked(content, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const packed = gzipSync(TEXT);

test.each([
  ['a plain file', TEXT, 1_000],
  ['a gzipped one', packed, 1_000],
  ['one whose first bytes come one by one', packed, 1],
  [
    'two that follow one another',
    Buffer.concat([gzipSync(TEXT.subarray(0, 99)), gzipSync(TEXT.subarray(99))]),
    50,
  ],
])('%s is had as its content', async (_, content, length) => {
  expect((await contentOf(inChunks(content, length))).equals(TEXT)).toBe(true);
});

test.each([0, 1])('a file of %s bytes stays as it is', async (length) => {
  const content = packed.subarray(0, length);
  expect((await contentOf(inChunks(content, 10))).equals(content)).toBe(true);
});

test('no more is unpacked than may be', async () => {
  const zeros = gzipSync(Buffer.alloc(10_000_000));
  await expect(contentOf(inChunks(zeros, 1_000), 100_000)).rejects.toMatchObject({ reason: 'too_large' });
});

test.each([
  ['cut', packed.subarray(0, -20)],
  ['changed', Buffer.concat([packed.subarray(0, 20), Buffer.alloc(50, 7), packed.subarray(70)])],
])('a gzipped file that is %s says so', async (_, content) => {
  await expect(contentOf(inChunks(content, 100))).rejects.toMatchObject({ reason: 'gzip' });
});

test('an error of the reader is its own', async () => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield await Promise.resolve(packed.subarray(0, 50));
    throw new Error('the job is gone');
  }
  await expect(contentOf(failing())).rejects.toThrow('the job is gone');
});
