import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, inject, it, vi } from 'vitest';
import { startBus } from '#server/db/bus.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { lessonCache } from './lessons.cache.ts';

const test = useTestApp();

const get = (url: string, as: Person, headers: Record<string, string> = {}) =>
  test.request({ method: 'GET', url, as, headers });

let words = 0;

/** News comes in order: once the last word is heard, nothing said before can still take a kept answer away. */
async function allNewsIsIn(): Promise<void> {
  words += 1;
  const word = `word ${words}`;
  const heard = new Promise<void>((resolve) =>
    test.deps.bus.subscribe('last word', (key) => key === word && resolve(), resolve),
  );
  await test.deps.bus.publish(test.deps.db, 'last word', word);
  await heard;
}

async function scene() {
  const admin = await createPerson(test.deps.db, { role: 'admin' });
  const subject = await createSubject(test.deps.db);
  const lesson = await createLesson(test.deps.db, { subjectId: subject.id });
  await allNewsIsIn();
  return { admin, subject, lesson, url: `/api/articles/${lesson.id}` };
}

/** Changes a row without invalidating the cache: a response with the old title came from the cache. */
const retitle = (id: number, title: string) =>
  test.deps.db.updateTable('lessons').set({ title }).where('id', '=', id).execute();

async function addressOfDatabase(): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.deps.db);
  const url = new URL(inject('cluster').admin.connectionString);
  url.pathname = `/${rows[0]?.name}`;
  return url.href;
}

describe('ready answers', () => {
  it('are revalidated by ETag and compressed once', async () => {
    const { admin, url } = await scene();
    const first = await get(url, admin);
    const etag = String(first.headers.etag);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' });
    const again = await get(url, admin, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get(url, admin, { 'if-none-match': `W/${etag}, "x"` })).statusCode).toBe(304);
    expect((await get(url, admin, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    const br = await get(url, admin, { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(first.body);
    const gz = await get(url, admin, { 'accept-encoding': 'gzip, br;q=0' });
    expect(gz.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gz.rawPayload).toString()).toBe(first.body);
  });

  it('hold the whole list, however long it is', async () => {
    const { admin, subject } = await scene();
    await sql`
      INSERT INTO lessons (subject_id, title, title_key, content, fingerprint, word_count, created_at, updated_at)
      SELECT ${subject.id}, 'n' || n, 'n', '<p>x</p>', '\\x00', 1, now(), now() FROM generate_series(1, 2500) AS n`.execute(
      test.deps.db,
    );
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM lessons`.execute(test.deps.db);
    await test.deps.bus.publish(test.deps.db, 'lessons', 'lists');
    await allNewsIsIn();
    expect((await get('/api/articles', admin)).json()).toHaveLength(Number(rows[0]?.count));
    const list = await get('/api/articles', admin);
    expect((await get('/api/articles', admin, { 'if-none-match': String(list.headers.etag) })).statusCode).toBe(304);
    const subjects = await get('/api/subjects', admin);
    expect(subjects.headers.etag).toMatch(/^"/);
  });

  it('stay until a change, and are exact after it', async () => {
    const { admin, lesson, subject, url } = await scene();
    const title = async () => (await get(url, admin)).json().title;
    expect(await title()).toBe(lesson.title);
    await retitle(lesson.id, 'Às escondidas');
    expect(await title()).toBe(lesson.title);
    const body = { title: 'Às claras', content: '<p>x</p>', subjectId: subject.id, version: 1 };
    await test.request({ method: 'PUT', url, as: admin, payload: body });
    expect(await title()).toBe('Às claras');
    expect((await get('/api/articles', admin)).json()[0].title).toBe('Às claras');
  });

  it('follow a neighbour that comes, changes its name or goes', async () => {
    const { admin, subject, url } = await scene();
    const next = async () => (await get(url, admin)).json().next;
    expect(await next()).toBeNull();
    const body = { title: 'Seguinte', content: '<p>x</p>', subjectId: subject.id, published: true };
    test.clock.advance(1000);
    const made = (await test.request({ method: 'POST', url: '/api/articles', as: admin, payload: body })).json();
    const nextUrl = `/api/articles/${made.id}`;
    await test.deps.db
      .updateTable('lessons')
      .set({ created_at: new Date('2030-01-01') })
      .where('id', '=', made.id)
      .execute();
    expect(await next()).toMatchObject({ title: 'Seguinte' });
    await test.request({
      method: 'PUT',
      url: nextUrl,
      as: admin,
      payload: { ...body, title: 'Outro nome', version: 1 },
    });
    expect(await next()).toMatchObject({ title: 'Outro nome' });
    await test.request({ method: 'DELETE', url: nextUrl, as: admin });
    expect(await next()).toBeNull();
  });

  it('are dropped in another process at the commit, and all of them when its line was cut', async () => {
    const { admin, lesson, subject, url } = await scene();
    const bus = await startBus({ connectionString: await addressOfDatabase() }, test.deps.log);
    const other = lessonCache({ ...test.deps, bus });
    const titleThere = async () => JSON.parse(String((await other.lesson(lesson.id))?.plain)).title;
    try {
      expect(await titleThere()).toBe(lesson.title);
      const body = { title: 'Mudou', content: '<p>x</p>', subjectId: subject.id, version: 1 };
      await test.request({ method: 'PUT', url, as: admin, payload: body });
      await vi.waitFor(async () => expect(await titleThere()).toBe('Mudou'));

      await retitle(lesson.id, 'Na queda');
      expect(await titleThere()).toBe('Mudou');
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'alvorada-bus' AND datname = current_database()`.execute(test.deps.db);
      await vi.waitFor(async () => expect(await titleThere()).toBe('Na queda'));
      await vi.waitFor(() => expect(bus.connected && test.deps.bus.connected).toBe(true), 10_000);
    } finally {
      await bus.stop();
    }
  });
});
