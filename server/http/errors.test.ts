import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { getCourse } from '#contract/content/courses.ts';
import { FilesUnavailable } from '#server/files/unavailable.ts';
import { AppError, handleErrors, requireFound } from './errors.ts';

/** An app whose only route throws the given error. */
async function answerTo(error: unknown) {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } });
  handleErrors(app);
  app.get('/', () => Promise.reject(error));
  const response = await app.inject('/');
  return { response, status: response.statusCode, body: response.json(), lines };
}

test('a refusal is sent with its code, message, fields and extras', async () => {
  const error = new AppError('state_conflict', 'Não dá.', { fields: { status: 'Não dá.' }, status: 'approved' });
  const { status, body, lines } = await answerTo(error);
  expect([status, body]).toEqual([
    409,
    {
      code: 'state_conflict',
      message: 'Não dá.',
      fields: { status: 'Não dá.' },
      status: 'approved',
      requestId: expect.any(String),
    },
  ]);
  expect(lines).toEqual([]);
});

test('a code that the call does not list is reported, and sent all the same', async () => {
  const told: unknown[] = [];
  const app = Fastify();
  handleErrors(app, (fault) => void told.push(fault));
  const codes = ['not_found', 'version_conflict'] as const;
  for (const code of codes) {
    app.get(`/${code}`, { config: { endpoint: getCourse } as object }, () =>
      Promise.reject(new AppError(code, 'Não dá.')),
    );
  }
  for (const code of codes) expect((await app.inject(`/${code}`)).json()).toMatchObject({ code });
  expect(told).toEqual([{ call: 'GET /api/courses/:id', code: 'version_conflict' }]);
});

test('a server fault is a bare 500 without details, and is logged with its cause', async () => {
  const { status, body, lines, response } = await answerTo(new Error('password of ana is 123'));
  expect([status, body.code, Object.keys(body).sort()]).toEqual([500, 'internal', ['code', 'message', 'requestId']]);
  expect(JSON.stringify(body)).not.toContain('ana');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ reqId: body.requestId, msg: 'request failed' });
  expect(response.headers['cache-control']).toBe('no-store');
});

test.each<[string, object]>([
  ['away', { code: 'ECONNREFUSED' }],
  ['away, by its socket', { code: 'ENOENT', syscall: 'connect' }],
  ['being stopped', { code: '57P01' }],
  ['starting', { code: '57P03' }],
  ['only to be read', { code: '25006' }],
  ['without a server behind its pooler', { code: '08P01', severity: 'FATAL' }],
  ['out of connections', { code: '53300' }],
  ['out of room', { code: '53100' }],
  ['too slow', { code: '57014' }],
  ['silent', { message: 'Query read timeout' }],
  ['silent at the door', { message: 'timeout exceeded when trying to connect' }],
  ['cut off', { message: 'Connection terminated unexpectedly' }],
])('a database that is %s is 503, to be tried again', async (_, fault) => {
  const { status, body, response, lines } = await answerTo(Object.assign(new Error('gone'), fault));
  expect([status, body.code, response.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
  expect(lines).toHaveLength(1);
});

test('a failing file store is a 503, a missing stored file is a server fault', async () => {
  expect((await answerTo(new FilesUnavailable(new Error('no space left')))).status).toBe(503);
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
  expect((await answerTo(missing)).status).toBe(500);
});

test('a 429 says when to retry', async () => {
  const { status, response } = await answerTo(new AppError('too_many_requests', 'Espere.', { retryAfter: 12.3 }));
  expect([status, response.headers['retry-after']]).toEqual([429, '13']);
});

test('what is required is handed on where it is found, and refused where it is not', async () => {
  const gone = () => new AppError('not_found', 'Não existe mais.');
  const row = { id: 7 };
  expect(await requireFound(Promise.resolve(row), gone)).toBe(row);
  for (const nothing of [undefined, null, false]) {
    await expect(requireFound(Promise.resolve(nothing), gone)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Não existe mais.',
    });
  }
});
