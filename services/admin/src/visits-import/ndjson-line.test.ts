import { readNdjsonLine } from './ndjson-line';

const read = (value: object) => readNdjsonLine(JSON.stringify(value));

describe('a JSON line', () => {
  it('gives what it says of a request', () => {
    const visit = { path: '/abc', method: 'head', address: '::1', language: 'de', userAgent: 'curl/8.0' };
    expect(read({ ...visit, time: '2026-05-17T10:05:03Z', referrer: null })).toEqual({
      kind: 'visit',
      visit: {
        time: Date.UTC(2026, 4, 17, 10, 5, 3),
        method: 'HEAD',
        target: '/abc',
        address: '::1',
        referrer: '',
        userAgent: 'curl/8.0',
        language: 'de',
      },
    });
  });

  it('takes a number for milliseconds, and no part of one', () => {
    expect(read({ time: 1795476600000.9, path: '/abc' })).toMatchObject({ visit: { time: 1795476600000 } });
  });

  it.each([
    '2026-02-30T10:00:00Z',
    '2026-05-17T25:00:00Z',
    '2026-05-17T10:61:00Z',
    '2026-05-17',
    '1',
    'May 2026',
  ])('has a bad time: %s', (time) => {
    expect(read({ time, path: '/abc' })).toEqual({ kind: 'unreadable', reason: 'bad_time' });
  });

  it.each(['', 'hello', '[]', '{"time":1}', '{"time":1,"path":""}', '{"time":true,"path":"/abc"}'])(
    'is not in the format: %s',
    (line) => {
      expect(readNdjsonLine(line)).toEqual({ kind: 'unreadable', reason: 'not_in_format' });
    },
  );
});
