import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { connect } from '#server/db/connect.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { isWritable } from './system.store.ts';

const test = useTestApp({ PUBLIC_URL: 'https://escola.example' });
const get = (url: string) => test.request({ method: 'GET', url });

describe('every answer of the API', () => {
  it('has strict headers and is not cached', async () => {
    for (const url of ['/healthz', '/api/auth/user', '/api/nada']) {
      const { headers } = await get(url);
      expect(headers['content-security-policy']).toBe("default-src 'none';base-uri 'none';frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['strict-transport-security']).toContain('max-age=31536000');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });

  it('has a unique id that errors repeat and the log contains', async () => {
    const response = await get('/api/auth/user');
    const id = response.headers['x-request-id'];
    expect(id).toMatch(/^[\w-]{12}-[0-9a-z]+$/);
    expect(response.json().requestId).toBe(id);
    expect((await get('/api/auth/user')).headers['x-request-id']).not.toBe(id);
    const lines = test
      .logged()
      .split('\n')
      .filter((line) => line.includes(`"reqId":"${id}"`));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 30,
        req: { method: 'GET', route: '/api/auth/user' },
        res: { statusCode: 401 },
        responseTime: expect.any(Number),
      }),
    ]);
  });

  it('is logged by its route, without address, query or cookie', async () => {
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    await test.request({ method: 'GET', url: '/api/sessions?code=SEGREDO', as: person });
    await get('/api/unknown/SEGREDO');
    expect(test.logged()).toContain('"route":"/api/sessions"');
    expect(test.logged()).not.toContain('SEGREDO');
    expect(test.logged()).not.toContain(person.cookie.split('=')[1]);
  });

  it('sets secure cookies when PUBLIC_URL is https', async () => {
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    const response = await test.request({ method: 'POST', url: '/api/logout', as: person });
    expect(response.cookies).toMatchObject([
      { name: '__Host-alvorada_session', value: '', path: '/', secure: true, httpOnly: true },
      { name: 'alvorada_session', value: '', path: '/', secure: true, httpOnly: true },
    ]);
  });
});

it('an error explains in Portuguese what is wrong with a field, also without a message in the contract', async () => {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  const wrong = await test.request({ method: 'GET', url: '/api/notifications?limit=0', as: person });
  expect(wrong.json().fields).toEqual({ limit: 'Pequeno demais: esperava que o número fosse >= 1' });
  const own = { method: 'PUT', url: '/api/study-time/goal', as: person } as const;
  const worded = await test.request({ ...own, payload: { hours: 0 } });
  expect(worded.json().fields).toEqual({ hours: 'Informe um número inteiro de 1 a 100.' });
});

describe('an undeclared field', () => {
  it('is never in a response', async () => {
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    const response = await test.request({ method: 'GET', url: '/api/auth/user', as: person });
    expect(Object.keys(response.json()).sort()).toEqual(
      ['createdAt', 'email', 'firstName', 'id', 'lastName', 'role', 'status', 'username'].sort(),
    );
  });
});

describe('the API describes itself', () => {
  it('reports that it is alive and ready', async () => {
    for (const url of ['/healthz', '/readyz']) expect((await get(url)).json()).toEqual({ status: 'ok' });
    expect(test.logged()).not.toContain('"route":"/readyz"');
  });

  it('is not ready while the database takes no writes', async () => {
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.deps.db);
    const say = (isReadOnly: string) =>
      sql`ALTER DATABASE ${sql.id(rows[0]?.name ?? '')} SET default_transaction_read_only = ${sql.raw(isReadOnly)}`;
    const direct = connect(test.connection, test.deps.log, 1);
    await say('on').execute(direct.db);
    const reading = connect(test.connection, test.deps.log, 1);
    try {
      expect(await isWritable(reading.db)).toBe(false);
      expect(await isWritable(test.deps.db)).toBe(true);
    } finally {
      await say('off').execute(direct.db);
      await Promise.all([direct.db.destroy(), reading.db.destroy()]);
    }
  });

  it('describes every call, and no other, as OpenAPI 3.1', async () => {
    const document = (await get('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.sort()).toEqual(declared.sort());
  });

  it('lists the error codes of each call', async () => {
    const { paths, components } = (await get('/api/openapi.json')).json();
    const responses: Record<string, { $ref?: string }> = paths['/api/quizzes/{id}/start'].post.responses;
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(responses['409']).toEqual({ $ref: '#/components/responses/conflict.quiz_incomplete' });
    const { schema } = components.responses['conflict.quiz_incomplete'].content['application/json'];
    expect(schema.allOf[1]).toEqual({ properties: { code: { enum: ['conflict', 'quiz_incomplete'] } } });
    expect((await get('/api/docs')).body).toContain('409 <code>quiz_incomplete</code>');
  });

  it('has a page for human readers, without script', async () => {
    const { headers, body } = await get('/api/docs');
    expect(headers['content-type']).toContain('text/html');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('/api/admin/users');
    expect(body).not.toContain('<script');
  });
});

describe('an empty body with a JSON content type', () => {
  it('is accepted as no body', async () => {
    const response = await test.request({
      method: 'POST',
      url: '/api/logout',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.json()).toEqual({ ok: true });
  });
});
