// Distributed traces by the OpenTelemetry API alone: W3C `traceparent` in, spans, and trace ids for logs. The SDK, which
// samples and exports, is the operator's, loaded before the program. Without one every call here is a comparison.

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
  /** Of the request, where the trace goes on from there; default: from what is active. */
  headers?: Carrier;
  /** Begins no trace: undefined where the headers name none, or one that is not sampled. */
  isContinued?: true;
  attributes?: Attributes;
};

function isSampled(from: Context): boolean {
  const parent = trace.getSpanContext(from);
  return parent !== undefined && (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** Undefined without an SDK, or where the trace is not sampled. It is its caller's to end. */
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

/** Ends a span; with an error it says so. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) });
  span.end();
}

/** The same around asynchronous work. */
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

/** Names and describes the active span, once that is known. */
export function describeSpan(name: string, attributes: Attributes): void {
  trace.getActiveSpan()?.updateName(name).setAttributes(attributes);
}

/** The headers by which the active trace goes on elsewhere; empty without one. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (trace.getActiveSpan()) propagation.inject(context.active(), headers);
  return headers;
}

/** Links the active span to those that the headers name: what many traces have brought is worked on at once. */
export function linkSpans(traceparents: Iterable<string>): void {
  const span = trace.getActiveSpan();
  if (!span) return;
  for (const traceparent of traceparents) {
    const from = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));
    if (from) span.addLink({ context: from });
  }
}

/** What a log line says of the active span. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

export { SpanKind } from '@opentelemetry/api';
export type { Span } from '@opentelemetry/api';
