import { readCombinedLine, timeOf } from './combined-line';

const request = (line: string) => {
  const read = readCombinedLine(line);
  if (read.kind !== 'visit') throw new Error(read.reason);
  return read.visit;
};

describe('a line in the combined format', () => {
  it('gives time, method, target, address, referrer and agent', () => {
    const line =
      '83.149.9.216 - - [17/May/2015:10:05:03 +0000] "GET /a/b.png?x=1 HTTP/1.1" 200 203023 "http://example.org/" "Mozilla/5.0 (X11)"';
    expect(request(line)).toEqual({
      time: Date.UTC(2015, 4, 17, 10, 5, 3),
      method: 'GET',
      target: '/a/b.png?x=1',
      address: '83.149.9.216',
      referrer: 'http://example.org/',
      userAgent: 'Mozilla/5.0 (X11)',
      language: '',
    });
  });

  it('takes a dash for nothing and an escaped quote for a quote', () => {
    const visit = request(
      '::1 - frank [01/Jan/2026:00:00:00 +0100] "HEAD / HTTP/2.0" 304 - "-" "say \\"hi\\" \\xe4"',
    );
    expect(visit).toMatchObject({ referrer: '', userAgent: 'say "hi" ä', address: '::1', method: 'HEAD' });
    expect(visit.time).toBe(Date.UTC(2025, 11, 31, 23));
  });

  it('reads the common format, which has neither referrer nor agent', () => {
    const visit = request('10.0.0.1 - - [29/Feb/2024:23:59:59 -0500] "GET /x HTTP/1.0" 200 12');
    expect(visit).toMatchObject({ referrer: '', userAgent: '', time: Date.UTC(2024, 2, 1, 4, 59, 59) });
  });

  it.each([
    ['', 'not_in_format'],
    ['hello', 'not_in_format'],
    ['1.2.3.4 - - [17/May/2015:10:05:03 +0000] "-" 408 0 "-" "-"', 'not_in_format'],
    ['1.2.3.4 - - [17/Foo/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 1 "-" "-"', 'bad_time'],
    ['{"time":1}', 'not_in_format'],
    [
      '1.2.3.4 - - [17/May/2015:10:05:03 +0000] "GET /cut HTTP/1.1" 200 1 "-" "Mozilla/5.0 (comp',
      'not_in_format',
    ],
  ])('is not read: %s', (line, reason) => {
    expect(readCombinedLine(line)).toEqual({ kind: 'unreadable', reason });
  });

  it('may be followed by further fields', () => {
    const visit = request(
      '1.2.3.4 - - [17/May/2015:10:05:03 +0000] "GET /x HTTP/1.1" 200 1 "-" "agent" "5.6.7.8" 0.003',
    );
    expect(visit.userAgent).toBe('agent');
  });

  it('does not depend on the time zone of the machine', () => {
    expect(timeOf('17/May/2015:10:05:03 +0530')).toBe(Date.UTC(2015, 4, 17, 4, 35, 3));
  });

  it.each([
    '31/Feb/2026:10:00:00 +0000',
    '29/Feb/2025:10:00:00 +0000',
    '00/May/2026:10:00:00 +0000',
    '17/May/2026:24:00:00 +0000',
    '17/May/2026:10:61:00 +0000',
    '17/May/2026:10:05:61 +0000',
    '17/May/2026:10:05:03 +2400',
    '17/May/2026:10:05:03 +0160',
    '31/Feb/2026:25:61:00 +0000',
  ])('has no time that is no moment of the calendar: %s', (text) => {
    expect(timeOf(text)).toBeUndefined();
  });

  it('counts a leap second in the second before', () => {
    expect(timeOf('31/Dec/2016:23:59:60 +0000')).toBe(Date.UTC(2016, 11, 31, 23, 59, 59));
  });
});
