// An operator's OpenTelemetry SDK, preloaded into each service of a test: writes each ended span as a line to the file
// TEST_SPANS_FILE.

'use strict';

const { appendFileSync } = require('node:fs');
const { NodeTracerProvider, SimpleSpanProcessor } = require('@opentelemetry/sdk-trace-node');

const lineOf = (span) =>
  JSON.stringify({
    name: span.name,
    traceId: span.spanContext().traceId,
    spanId: span.spanContext().spanId,
    parentId: span.parentSpanContext?.spanId,
    linkedTraces: span.links.map(({ context }) => context.traceId),
    attributes: span.attributes,
    isError: span.status.code === 2,
  });

const exporter = {
  export: (spans, done) => {
    appendFileSync(process.env.TEST_SPANS_FILE, spans.map((span) => `${lineOf(span)}\n`).join(''));
    done({ code: 0 });
  },
  shutdown: () => Promise.resolve(),
};

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
