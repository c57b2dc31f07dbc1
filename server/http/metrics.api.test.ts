import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const token = 'um-segredo-bem-comprido';
const test = useTestApp({ METRICS_TOKEN: token });
const scrape = (authorization?: string) =>
  test.request({ method: 'GET', url: '/metrics', ...(authorization ? { headers: { authorization } } : {}) });

describe('/metrics', () => {
  it('is not found without the token', async () => {
    for (const authorization of [undefined, 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`]) {
      const response = await scrape(authorization);
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
    }
  });

  it('reports times by route, pool, queue, jobs, lag and open attempts, and nothing personal', async () => {
    const person = await createPerson(test.deps.db, { now: test.clock.now() });
    await test.request({ method: 'GET', url: '/api/auth/user', as: person });
    await test.request({ method: 'GET', url: '/api/payments/by-code/ABCD' });
    await test.request({ method: 'POST', url: '/api/password/forgot', payload: { email: person.email } });
    const { body, headers } = await scrape(`Bearer ${token}`);
    expect(headers['content-type']).toContain('text/plain');
    for (const line of [
      'alvorada_http_request_duration_seconds_count{method="GET",route="/api/auth/user",status="200"} 1',
      'route="/api/payments/by-code/:paymentCode",status="404"',
      'alvorada_db_pool_connections{state="waiting"} 0',
      'alvorada_jobs{queue="mail",state="created"} 1',
      '\nalvorada_open_attempts 0\n',
      '\nalvorada_database_up 1\n',
      '\nalvorada_ready 1\n',
      '\nalvorada_backup_made 0\n',
      '# TYPE alvorada_missing_files_total counter',
      '\nalvorada_supervisor_faults 0\n',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(body).toContain(line);
    }
    for (const secret of [person.email, person.id, person.username, 'ABCD', token]) expect(body).not.toContain(secret);

    await test.deps.jobs.drain();
    const later = (await scrape(`Bearer ${token}`)).body;
    expect(later).toContain('alvorada_job_duration_seconds_count{queue="mail",result="done"} 1');
    expect(later).not.toContain('alvorada_jobs{queue="mail"');
  });

  it('reports a school without a backup as such, and not as one whose backup is old', async () => {
    expect((await scrape(`Bearer ${token}`)).body).not.toMatch(/^alvorada_last_backup_timestamp_seconds \d/m);
    await sql`INSERT INTO backups (started_at, finished_at, bytes, row_count, file_count)
              VALUES ('2026-11-01T00:00:00Z', '2026-11-01T00:01:00Z', 1, 1, 0)`.execute(test.deps.db);
    const { body } = await scrape(`Bearer ${token}`);
    expect(body).toContain('\nalvorada_backup_made 1\n');
    expect(body).toContain(`alvorada_last_backup_timestamp_seconds ${Date.parse('2026-11-01T00:01:00Z') / 1000}`);
  });

  it('counts a stored file that is gone', async () => {
    const figure = async () =>
      Number(/^alvorada_missing_files_total (\d+)/m.exec((await scrape(`Bearer ${token}`)).body)?.[1]);
    const before = await figure();
    expect(await test.deps.files.read('proofs/gone')).toBeNull();
    expect(await figure()).toBe(before + 1);
  });

  it('reports every metric that the rules and the dashboard name', async () => {
    const { body } = await scrape(`Bearer ${token}`);
    const told = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    for (const file of ['alvorada-rules.yml', 'alvorada-grafana.json']) {
      const text = readFileSync(join(import.meta.dirname, '../../deploy/observability', file), 'utf8');
      const named = [...text.matchAll(/\b(?:alvorada|nodejs|process)_\w+/g)].map(([name]) =>
        name.replace(/_(?:bucket|count|sum)$/, ''),
      );
      expect(named.length).toBeGreaterThan(10);
      expect([...new Set(named)].filter((name) => !told.has(name))).toEqual([]);
    }
  });
});
