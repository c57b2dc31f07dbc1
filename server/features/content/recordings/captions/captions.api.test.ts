import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readCaptions } from '#contract/content/caption-files.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off', FFMPEG: 'off' });
let teacher: Person;
let student: Person;
let lessonId: number;

const call = (method: 'GET' | 'PUT' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

beforeAll(async () => {
  const now = test.clock.now();
  teacher = await createPerson(test.deps.db, { role: 'teacher', now });
  student = await createPerson(test.deps.db, { now });
  const { id: subjectId } = await createSubject(test.deps.db);
  lessonId = (await createLesson(test.deps.db, { subjectId, authorId: teacher.id })).id;
});

async function recording(lesson = lessonId): Promise<number> {
  const row = { lesson_id: lesson, title: 'Aula gravada', kind: 'video', mime_type: 'video/mp4', bytes: 1 };
  const { id } = await test.deps.db
    .insertInto('recordings')
    .values({ ...row, file_key: `recordings/${Math.random()}`, state: 'plain', created_at: test.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const url = (id: number) => `/api/recordings/${id}/captions`;
const cues = [
  { start: 41_200, end: 44_800, text: 'Quando “haver” quer dizer existir,' },
  { start: 44_800, end: 47_900, text: 'ele não tem <sujeito>.' },
];
const titles = async (q: string, as: Person) => {
  const found = (await call('GET', `/api/search?q=${encodeURIComponent(q)}`, as)).json();
  return found.map(({ id }: { id: number }) => id);
};

/** Until a statement of this database waits for a lock. */
const waitUntilBlocked = () =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`
      SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
    `.execute(test.deps.db);
    expect(rows[0]?.waiting).toBeGreaterThan(0);
  });

describe('captions', () => {
  it('are saved by the author of the lesson, read by its readers, and written as WebVTT', async () => {
    const id = await recording();
    expect((await call('GET', url(id), student)).json()).toEqual({ cues: [], revision: 0 });
    const saved = await call('PUT', url(id), teacher, { cues, revision: 0 });
    expect(saved.json()).toEqual({ cues, revision: 1 });
    expect((await call('GET', url(id), student)).json()).toEqual({ cues, revision: 1 });
    const file = await call('GET', `${url(id)}.vtt`, student);
    expect(file.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(readCaptions(file.body)).toMatchObject({ cues });
    const listed = (await call('GET', `/api/articles/${lessonId}/recordings`, student)).json().recordings;
    expect(listed.find((one: { id: number }) => one.id === id)).toMatchObject({ hasCaptions: true });
  });

  it('are replaced by compare-and-set, and a retry of the same save changes nothing', async () => {
    const id = await recording();
    const first = { cues, revision: 0 };
    await call('PUT', url(id), teacher, first);
    expect((await call('PUT', url(id), teacher, first)).json()).toEqual({ cues, revision: 1 });
    const other = { cues: cues.slice(0, 1), revision: 0 };
    expect((await call('PUT', url(id), teacher, other)).json().code).toBe('version_conflict');
    expect((await call('PUT', url(id), teacher, { ...other, revision: 1 })).json()).toMatchObject({ revision: 2 });
  });

  it('do not bring a lesson back into the search that is deleted while they are saved', async () => {
    const { id: subjectId } = await createSubject(test.deps.db);
    const lesson = await createLesson(test.deps.db, { subjectId, authorId: teacher.id });
    const id = await recording(lesson.id);
    const spoken = [{ start: 0, end: 2000, text: 'Palavra zigurate falada' }];
    const isDeleting = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const deleting = test.deps.db.transaction().execute(async (tx) => {
      await tx.updateTable('lessons').set({ deleted_at: test.clock.now() }).where('id', '=', lesson.id).execute();
      isDeleting.resolve();
      await mayCommit.promise;
    });
    await isDeleting.promise;
    const saving = call('PUT', url(id), teacher, { cues: spoken, revision: 0 });
    await waitUntilBlocked();
    mayCommit.resolve();
    await Promise.all([deleting, saving]);
    expect(await titles('zigurate', teacher)).toEqual([]);
  });

  it('are refused where they overlap, run backwards, are empty or are not the author’s', async () => {
    const id = await recording();
    const refused = async (all: object[], as = teacher) =>
      (await call('PUT', url(id), as, { cues: all, revision: 0 })).statusCode;
    const [first] = cues;
    expect(await refused([{ ...first }, { ...first }])).toBe(400);
    expect(await refused([{ ...first, end: 0 }])).toBe(400);
    expect(await refused([{ ...first, text: ' ' }])).toBe(400);
    expect(await refused([{ ...first, text: 'x'.repeat(501) }])).toBe(400);
    expect(await refused(cues, await createPerson(test.deps.db, { role: 'teacher' }))).toBe(404);
    expect(await refused(cues, student)).toBe(403);
  });

  it('make the lesson findable by what is said, until the recording is removed', async () => {
    const id = await recording();
    const said = [{ start: 0, end: 3000, text: 'a palavra paralelepípedo' }];
    expect(await titles('paralelepípedo', student)).toEqual([]);
    await call('PUT', url(id), teacher, { cues: said, revision: 0 });
    expect(await titles('paralelepipedo', student)).toEqual([lessonId]);
    await call('PUT', url(id), teacher, { cues: [], revision: 1 });
    expect(await titles('paralelepípedo', student)).toEqual([]);
    await call('PUT', url(id), teacher, { cues: said, revision: 2 });
    expect((await call('DELETE', `/api/recordings/${id}`, teacher)).statusCode).toBe(200);
    expect(await titles('paralelepípedo', student)).toEqual([]);
  });

  it('stay with the recording when its sizes for the web are made again', async () => {
    const id = await recording();
    await call('PUT', url(id), teacher, { cues, revision: 0 });
    await test.deps.db
      .insertInto('recording_renditions')
      .values({ recording_id: id, height: 480, bytes: 1, file_key: `renditions/${id}` })
      .execute();
    await test.deps.db.updateTable('recordings').set({ state: 'ready' }).where('id', '=', id).execute();
    expect((await call('GET', url(id), student)).json()).toEqual({ cues, revision: 1 });
  });

  it('that are missing are counted for the author, and for administrators in all lessons', async () => {
    const author = await createPerson(test.deps.db, { role: 'teacher' });
    const { id: subjectId } = await createSubject(test.deps.db);
    const lesson = await createLesson(test.deps.db, { subjectId, authorId: author.id });
    const [first, second] = [await recording(lesson.id), await recording(lesson.id)];
    await call('PUT', url(first), author, { cues, revision: 0 });
    const missing = (await call('GET', '/api/teacher/recordings-without-captions', author)).json();
    expect(missing).toMatchObject({ total: 1, rows: [{ id: second, lessonId: lesson.id }] });
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const all = (await call('GET', '/api/teacher/recordings-without-captions', admin)).json();
    expect(all.total).toBeGreaterThanOrEqual(1);
    expect(all.rows.map(({ id }: { id: number }) => id)).toContain(second);
    expect(all.rows.map(({ id }: { id: number }) => id)).not.toContain(first);
  });
});
