import { TableLines } from './table-lines';

describe('lines of a table', () => {
  it('have fields with tabs between them and numbers at their end', () => {
    const lines = new TableLines();
    lines.field('ws_1');
    lines.number(12, false);
    const end = lines.length;
    lines.number(7, true);
    lines.repeat(0, end);
    lines.number(4_294_967_296, true);
    expect(lines.bytes().toString()).toBe('ws_1\t12\t7\nws_1\t12\t4294967296\n');
  });

  it('escape what would end a field, and are UTF-8', () => {
    const lines = new TableLines();
    for (const text of ['a\tb', 'a\nb\r', '\\N', 'é 日本 😀', '\u0001']) lines.field(text);
    lines.number(0, true);
    expect(lines.bytes().toString()).toBe('a\\tb\ta\\nb\\r\t\\\\N\té 日本 😀\t\u0001\t0\n');
  });

  it('hold however much is put, long texts and short ones', () => {
    const lines = new TableLines();
    const texts = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? 'a' : 'ä\t').repeat(n * n));
    for (const text of texts) lines.field(text);
    const plain = texts.map((text) => `${text.replaceAll('\t', '\\t')}\t`).join('');
    expect(lines.bytes().equals(Buffer.from(plain))).toBe(true);
  });
});
