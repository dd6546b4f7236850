import { makeMessageBuffer, type StreamMessage } from './message-buffer';

const message = (offset: number): StreamMessage => ({
  offset,
  key: null,
  value: Buffer.from('0123456789'),
  headers: {},
});
const batch = (fetchedOffset: number, offsets: number[], lastOffset = offsets.at(-1) ?? fetchedOffset) => ({
  fetchedOffset,
  lastOffset,
  messages: offsets.map(message),
});
const offsetsOf = (messages: readonly StreamMessage[]) => messages.map(({ offset }) => offset);

describe('a message buffer', () => {
  it('takes what continues the run, the end of a transaction included, and nothing else', () => {
    const buffer = makeMessageBuffer();
    expect(buffer.accept(batch(0, [0]))).toBe(false);
    buffer.restart(5);
    expect(buffer.accept(batch(5, [5, 6], 7))).toBe(true);
    expect(buffer.reached()).toBe(8);
    // the client has moved by itself, or delivers an older answer
    expect(buffer.accept(batch(0, [0, 1]))).toBe(false);
    expect(buffer.accept(batch(9, [9]))).toBe(false);
    expect(buffer.accept(batch(5, [5, 6], 7))).toBe(false);
    expect(offsetsOf(buffer.from(5))).toEqual([5, 6]);
    expect(buffer.accept(batch(8, [], 8))).toBe(true);
    expect(buffer.reached()).toBe(9);
  });

  it('forgets what was passed and knows that it cannot go back', () => {
    const buffer = makeMessageBuffer();
    buffer.restart(0);
    buffer.accept(batch(0, [0, 1, 2, 3]));
    expect(buffer.bytes()).toBe(40);
    expect(offsetsOf(buffer.from(2))).toEqual([2, 3]);
    expect(buffer.bytes()).toBe(20);
    expect([buffer.holds(1), buffer.holds(2), buffer.holds(4), buffer.holds(5)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(offsetsOf(buffer.from(4))).toEqual([]);
    buffer.restart(1);
    expect([buffer.holds(1), buffer.bytes(), buffer.reached()]).toEqual([true, 0, 1]);
  });
});
