import { SpanKind } from '@opentelemetry/api';
import { beginSpan, describeSpan, inSpan, isTraced, linkSpans, traceFields, traceHeaders } from './tracing';

describe('without an SDK', () => {
  it('nothing is traced, and work is done as it is', async () => {
    const options = { name: 'nothing', kind: SpanKind.SERVER };
    expect(isTraced()).toBe(false);
    expect(
      beginSpan({ ...options, headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } }),
    ).toBe(undefined);
    expect(await inSpan(options, () => Promise.resolve(7))).toBe(7);
    await expect(inSpan(options, () => Promise.reject(new Error('as it is')))).rejects.toThrow('as it is');
    describeSpan('nothing', {});
    linkSpans(['nonsense']);
    expect([traceHeaders(), traceFields()]).toEqual([{}, {}]);
  });
});
