import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { openTracing } from './open-tracing.ts';

type Told = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status?: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

/** A collector that records what it receives: the bodies as they came, and the spans in them. */
const bodies: string[] = [];
let collector: Server;
const before = process.env.OTEL_EXPORTER_OTLP_ENDPOINT;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    bodies.push(body);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  // OpenTelemetry reads it itself, as in production; set before the app starts.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});

const test = useTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example' });

afterAll(() => {
  if (before === undefined) delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  else process.env.OTEL_EXPORTER_OTLP_ENDPOINT = before;
  collector.close();
});

const spans = (): Told[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Told[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
const attribute = (span: Told | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

it('sends a request, its statements and its job as one trace, without personal data', async () => {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const { headers } = await test.request({
    method: 'POST',
    url: '/api/password/forgot',
    payload: { email: person.email },
    headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
  });
  await test.request({ method: 'GET', url: '/api/payments/by-code/ABCD' });
  await test.deps.jobs.drain();
  await test.deps.tracing.stop();

  const mine = spans().filter(({ traceId }) => traceId === caller.traceId);
  const request = mine.find(({ name }) => name === 'POST /api/password/forgot');
  expect(request?.parentSpanId).toBe(caller.spanId);
  expect(attribute(request, 'http.response.status_code')).toBe(200);
  expect(attribute(request, 'alvorada.request')).toBe(headers['x-request-id']);
  const statements = mine.filter((span) => attribute(span, 'db.system.name') === 'postgresql');
  expect(statements.some(({ parentSpanId }) => parentSpanId === request?.spanId)).toBe(true);
  const job = mine.find(({ name }) => name === 'job mail');
  expect(job?.parentSpanId).toBe(request?.spanId);
  expect(statements.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);

  const lookedUp = spans().find(({ name }) => name === 'GET /api/payments/by-code/:paymentCode');
  expect(lookedUp?.traceId).not.toBe(caller.traceId);
  for (const secret of [person.email, person.id, person.username, 'ABCD', person.cookie]) {
    expect(bodies.join('\n')).not.toContain(secret);
  }
  // Links the log line to its trace.
  expect(test.logged()).toContain(`"traceId":"${caller.traceId}"`);
});

it('is off unless a collector is named', async () => {
  const tracing = await openTracing({ tracing: false }, test.deps.log);
  expect(tracing.isOn).toBe(false);
  await expect(tracing.runJob('mail', undefined, async () => 7)).resolves.toBe(7);
});

it('logs an unreachable collector once, and goes on', async () => {
  const warnings: unknown[] = [];
  const there = process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  // No server listens there, and OpenTelemetry retries for ten seconds by default.
  Object.assign(process.env, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_TIMEOUT: '200' });
  const tracing = await openTracing({ tracing: true }, { warn: (...line: unknown[]) => void warnings.push(line) });
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = there;
  delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT;
  for (const answer of [1, 2])
    await expect(tracing.runJob('mail', undefined, async () => answer)).resolves.toBe(answer);
  await tracing.stop();
  expect(warnings).toEqual([[{ err: expect.any(Error) }, 'traces could not be sent']]);
});
