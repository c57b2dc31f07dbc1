import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Log } from '#server/log.ts';
import { version } from '#server/version.ts';
import type { Ending, Tracing } from './tracing.ts';

/** A statement may contain a list of a thousand placeholders. */
const LONGEST_STATEMENT = 2000;

/**
 * Everything about the collector (address, headers, sampling, batch sizes) comes from OpenTelemetry's own variables and
 * is read by its own code. No global tracer is registered: of two schools in one process, as tests have them, each
 * reports only itself.
 */
export function startTracing(log: Pick<Log, 'warn'>): Tracing {
  const tell = loggedSeldom(log);
  setGlobalErrorHandler(tell);
  const resource = resourceFromAttributes({ 'service.name': 'alvorada', 'service.version': version });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resource)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('alvorada', version);
  const propagator = new W3CTraceContextPropagator();
  const here = new AsyncLocalStorage<Context>();
  const active = () => trace.getSpan(here.getStore() ?? ROOT_CONTEXT);

  return {
    isOn: true,
    beginRequest(headers, attributes, go) {
      const from = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, from);
      here.run(trace.setSpan(from, span), () => go((ending) => endSpan(span, ending)));
    },
    async runJob(name, sentFrom, run) {
      const carrier = sentFrom === undefined ? {} : { traceparent: sentFrom };
      const from = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      const attributes = { 'messaging.system': 'pgboss', 'messaging.destination.name': name };
      const span = tracer.startSpan(`job ${name}`, { kind: SpanKind.CONSUMER, attributes }, from);
      try {
        const result = await here.run(trace.setSpan(from, span), run);
        endSpan(span, { hasFailed: false });
        return result;
      } catch (error) {
        endSpan(span, { hasFailed: true });
        throw error;
      }
    },
    noteQuery({ text, milliseconds, hasFailed }) {
      const context = here.getStore();
      // Housekeeping of the product belongs to no request or job and gets no span.
      if (!context) return;
      const operation = /^\W*(?:\/\*.*?\*\/)?\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT';
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST_STATEMENT) };
      const end = Date.now();
      const startTime = end - milliseconds;
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes, startTime }, context);
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    place() {
      const context = here.getStore();
      if (!context) return undefined;
      const carrier: Record<string, string> = {};
      propagator.inject(context, carrier, {
        set: (to: Record<string, string>, key, value) => {
          to[key] = value;
        },
      });
      return carrier.traceparent;
    },
    traceId: () => active()?.spanContext().traceId,
    // Spans that the collector did not accept are lost; the server stops all the same.
    stop: () => provider.shutdown().catch(tell),
  };
}

const SELDOM_MS = 60_000;

/** An unreachable collector concerns the operator, not the students: one line a minute at most. */
function loggedSeldom(log: Pick<Log, 'warn'>) {
  let last = Number.NEGATIVE_INFINITY;
  return (error: unknown) => {
    if (performance.now() - last < SELDOM_MS) return;
    last = performance.now();
    log.warn({ err: error }, 'traces could not be sent');
  };
}

function endSpan(span: Span, { name, attributes, hasFailed }: Ending): void {
  if (name) span.updateName(name);
  if (attributes) span.setAttributes(attributes);
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
