// Distributed traces by the OpenTelemetry API alone: W3C `traceparent` in, spans, and trace ids for logs. The operator
// loads the SDK, which samples and exports, before the program. Without an SDK every call here costs one comparison.

import {
  context,
  propagation,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanKind,
} from '@opentelemetry/api';

const NO_DELEGATE = new ProxyTracerProvider().getDelegate();

/** Whether a tracing SDK is registered. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== NO_DELEGATE;
}

type Carrier = Readonly<Record<string, unknown>>;

/** The context that `traceparent` and its companions in the headers name. */
const contextOf = (headers: Carrier | undefined): Context =>
  headers === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, headers);

export type SpanOptions = {
  name: string;
  kind: SpanKind;
  /** The headers of a request whose trace continues here; default: the active context. */
  headers?: Carrier;
  /** Begins no new trace: undefined when the headers name no trace, or one that is not sampled. */
  isContinued?: true;
  attributes?: Attributes;
};

function isSampled(from: Context): boolean {
  const parent = trace.getSpanContext(from);
  return parent !== undefined && (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** Undefined without an SDK, or when the trace is not sampled. The caller must end the span. */
export function beginSpan({ name, kind, headers, isContinued, attributes }: SpanOptions): Span | undefined {
  if (!isTraced()) return undefined;
  const from = contextOf(headers);
  if (isContinued && !isSampled(from)) return undefined;
  const span = trace.getTracer('kurz').startSpan(name, { kind, attributes }, from);
  return span.isRecording() ? span : undefined;
}

/** Runs `work` so that logs and further spans in it belong to the span. */
export const withSpan = <T>(span: Span, work: () => T): T =>
  context.with(trace.setSpan(context.active(), span), work);

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'failed';
}

/** Ends a span; with an error, marks it as failed. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) });
  span.end();
}

/** Runs asynchronous work in a span of its own. */
export async function inSpan<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(options);
  if (!span) return work();
  try {
    const result = await withSpan(span, work);
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}

/** Sets the name and attributes of the active span, once they are known. */
export function describeSpan(name: string, attributes: Attributes): void {
  trace.getActiveSpan()?.updateName(name).setAttributes(attributes);
}

/** The headers that continue the active trace in another process; empty without an active span. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (trace.getActiveSpan()) propagation.inject(context.active(), headers);
  return headers;
}

/** Links the active span to the spans that `traceparents` name: one piece of work serves many traces. */
export function linkSpans(traceparents: Iterable<string>): void {
  const span = trace.getActiveSpan();
  if (!span) return;
  for (const traceparent of traceparents) {
    const from = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));
    if (from) span.addLink({ context: from });
  }
}

/** The fields of a log line for the active span. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

export { SpanKind } from '@opentelemetry/api';
export type { Span } from '@opentelemetry/api';
