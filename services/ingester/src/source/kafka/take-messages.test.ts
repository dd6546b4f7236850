import { VisitTexts } from '@kurz/click-event';
import { encodeChunk } from '@kurz/click-stream';
import { takeMessages } from './take-messages';

function chunk(offset: number, lines: number) {
  const text = Array.from({ length: lines }, (_, index) => `line ${offset}.${index}`).join('\n');
  const range = { journal: 'one', first: offset * 100, last: offset * 100 + 50, after: undefined };
  const { key, value, headers } = encodeChunk(range, Buffer.from(text));
  return { offset, key: Buffer.from(key), value, headers };
}
const texts = new VisitTexts();
const noChunk = (offset: number) => ({ offset, key: null, value: Buffer.from('what?'), headers: {} });

describe('the messages of a batch', () => {
  it('are as many whole ones as fit, and the batch ends behind the last one', () => {
    const messages = [chunk(4, 3), chunk(5, 3), chunk(6, 3)];
    const batch = takeMessages(messages, { from: 4, maxVisits: 8, reached: 9, texts });
    expect(batch).toMatchObject({ to: 6, isFull: true });
    expect([...batch.lines]).toHaveLength(6);
    expect(batch.ranges?.map(({ first }) => first)).toEqual([400, 500]);
  });

  it('are all of them up to what was received, where a transaction ends behind the last one', () => {
    const batch = takeMessages([chunk(4, 3)], { from: 4, maxVisits: 8, reached: 7, texts });
    expect(batch).toMatchObject({ to: 7, isFull: false });
    expect(takeMessages([], { from: 7, maxVisits: 8, reached: 8, texts })).toMatchObject({
      to: 8,
      ranges: [],
    });
    expect(takeMessages([], { from: 8, maxVisits: 8, reached: 8, texts })).toMatchObject({ to: 8 });
  });

  it('are one at least, however many lines it has', () => {
    const batch = takeMessages([chunk(4, 30), chunk(5, 1)], { from: 4, maxVisits: 8, reached: 6, texts });
    expect([batch.to, [...batch.lines].length, batch.isFull]).toEqual([5, 30, true]);
  });

  it('that are no chunks are set aside and stop nothing', () => {
    const batch = takeMessages([noChunk(4), chunk(5, 2), noChunk(6)], {
      from: 4,
      maxVisits: 8,
      reached: 7,
      texts,
    });
    expect([...batch.lines]).toHaveLength(2);
    expect(batch.unreadable).toEqual([
      { line: 'what?', reason: 'bad_message' },
      { line: 'what?', reason: 'bad_message' },
    ]);
  });
});
