import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Recording } from '#contract/content/recordings.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { FILES_JOB } from '#server/files/sweep.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';

const test = useTestApp({ RATE_LIMIT: 'off', FFMPEG: 'off' });
const fixture = (name: string) => readFile(new URL(`../../../testing/recordings/${name}`, import.meta.url));

let mp4: Buffer;
let teacher: Person;
let student: Person;
let lessonId: number;

const person = (role: 'teacher' | 'student' | 'admin') => createPerson(test.deps.db, { role, now: test.clock.now() });
const call = (
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  as: Person,
  payload?: object,
) => test.request({ method, url, as, ...(payload ? { payload } : {}) });

beforeAll(async () => {
  mp4 = await fixture('tiny.mp4');
  [teacher, student] = [await person('teacher'), await person('student')];
  const { id: subjectId } = await createSubject(test.deps.db);
  lessonId = (await createLesson(test.deps.db, { subjectId, authorId: teacher.id })).id;
});

async function add(content: Buffer, id = lessonId): Promise<Recording> {
  const begun = await test.request({
    method: 'POST',
    url: `/api/articles/${id}/recording-uploads`,
    as: teacher,
    headers: { 'upload-length': String(content.length), 'upload-metadata': `filename ${btoa('a.mp4')}` },
  });
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  await test.request({ method: 'PATCH', url: String(begun.headers.location), as: teacher, headers, payload: content });
  return (await of(teacher, id)).at(-1) as Recording;
}
const of = async (as: Person, id = lessonId): Promise<Recording[]> =>
  (await call('GET', `/api/articles/${id}/recordings`, as)).json().recordings;
const original = ({ sources }: Recording) => sources.at(-1)?.url ?? '';
const read = (url: string, range?: string, as = student) =>
  test.request({ method: 'GET', url, as, ...(range ? { headers: { range } } : {}) });

describe('a recording', () => {
  it('is read in stretches, by its signed address', async () => {
    await add(mp4);
    const [recording] = await of(student);
    const url = original(recording as Recording);
    const whole = await read(url);
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'video/mp4']);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-length': String(mp4.length),
    });
    expect(whole.rawPayload.equals(mp4)).toBe(true);
    const part = await read(url, 'bytes=100-199');
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${mp4.length}`]);
    expect(part.rawPayload.equals(mp4.subarray(100, 200))).toBe(true);
    expect((await read(url, 'bytes=-10')).rawPayload.equals(mp4.subarray(-10))).toBe(true);
    const behind = await read(url, `bytes=${mp4.length}-`);
    expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, `bytes */${mp4.length}`]);
    // Many ranges at once would be much work for a small question: they are answered as if none was asked for.
    expect((await read(url, `bytes=${'0-1,'.repeat(900)}0-1`)).rawPayload.equals(mp4)).toBe(true);
    const head = await call('HEAD', url, student);
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(mp4.length)]);
  });

  it('has addresses that work for one person, one file and some hours', async () => {
    const url = original((await of(student))[0] as Recording);
    const stranger = await person('student');
    expect((await read(url, undefined, stranger)).statusCode).toBe(404);
    expect((await test.request({ method: 'GET', url })).statusCode).toBe(401);
    const parts = new URL(url, 'http://x');
    for (const [name, value] of [
      ['until', String(Number(parts.searchParams.get('until')) + 3600)],
      ['part', 'poster'],
      ['sign', 'A'.repeat(43)],
    ] as const) {
      const changed = new URL(parts);
      changed.searchParams.set(name, value);
      expect([name, (await read(changed.pathname + changed.search)).statusCode]).toEqual([name, 404]);
    }
    test.clock.advance(3 * HOUR_MS);
    expect((await read(url, 'bytes=0-1')).statusCode).toBe(206);
    test.clock.advance(5 * HOUR_MS);
    expect((await read(url, 'bytes=0-1')).statusCode).toBe(404);
  });

  it('is led to by the link in the text, for those who may read the lesson', async () => {
    const [recording] = await of(student);
    const led = await call('GET', `/api/recordings/${recording?.id}`, student);
    expect(led.statusCode).toBe(302);
    expect((await read(String(led.headers.location))).rawPayload.equals(mp4)).toBe(true);
    const draft = (await test.request({ method: 'POST', url: '/api/lesson-drafts', as: teacher, payload: {} })).json();
    const hidden = await add(mp4, draft.id);
    expect((await call('GET', `/api/recordings/${hidden.id}`, student)).statusCode).toBe(404);
    expect((await call('GET', `/api/articles/${draft.id}/recordings`, student)).statusCode).toBe(404);
    expect((await call('GET', `/api/recordings/${hidden.id}`, teacher)).statusCode).toBe(302);
  });

  it('is its author’s to name and to take away', async () => {
    const { id } = await add(mp4);
    const url = `/api/recordings/${id}`;
    const other = await person('teacher');
    expect((await call('PATCH', url, other, { title: 'x' })).statusCode).toBe(404);
    expect((await call('DELETE', url, other)).statusCode).toBe(404);
    expect((await call('PATCH', url, teacher, { title: ' Crase ' })).statusCode).toBe(200);
    expect((await of(student)).at(-1)?.title).toBe('Crase');
    expect((await call('DELETE', url, teacher)).statusCode).toBe(200);
    expect((await of(student)).some((one) => one.id === id)).toBe(false);
  });

  it('appears in its lesson with its kind as soon as it exists, until it is removed', async () => {
    const { id: subjectId } = await createSubject(test.deps.db);
    const lesson = await createLesson(test.deps.db, { subjectId, authorId: teacher.id });
    const told = async () => (await call('GET', `/api/articles/${lesson.id}`, student)).json().recordings;
    expect(await told()).toEqual([]);
    const sound = await add(await fixture('tiny.mp3'), lesson.id);
    const film = await add(mp4, lesson.id);
    await vi.waitFor(async () =>
      expect(await told()).toEqual([
        { id: sound.id, kind: 'audio' },
        { id: film.id, kind: 'video' },
      ]),
    );
    await call('DELETE', `/api/recordings/${sound.id}`, teacher);
    await vi.waitFor(async () => expect(await told()).toEqual([{ id: film.id, kind: 'video' }]));
  });

  it('is deleted with its lesson, and its file too', async () => {
    const { id: subjectId } = await createSubject(test.deps.db);
    const lesson = await createLesson(test.deps.db, { subjectId, authorId: teacher.id });
    await add(mp4, lesson.id);
    await test.deps.jobs.drain();
    const own = test.deps.db
      .selectFrom('recordings')
      .select(['file_key', 'poster_key'])
      .where('lesson_id', '=', lesson.id);
    const { file_key: key, poster_key: poster } = await own.executeTakeFirstOrThrow();
    for (const one of [key, poster]) if (one) expect((await test.deps.files.read(one))?.stream.destroy()).toBeDefined();
    await test.deps.db.deleteFrom('lessons').where('id', '=', lesson.id).execute();
    await test.deps.jobs.send(test.deps.db, FILES_JOB, {});
    await test.deps.jobs.drain();
    for (const one of [key, poster]) if (one) expect(await test.deps.files.read(one)).toBeNull();
    expect(
      await test.deps.db.selectFrom('recordings').select('id').where('lesson_id', '=', lesson.id).execute(),
    ).toEqual([]);
  });
});

describe('the position where a student stopped', () => {
  const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const keep = (as: Person, body: object, id = lessonId) => call('PUT', `/api/articles/${id}/playback`, as, body);
  const positions = async (as: Person) =>
    (await call('GET', `/api/articles/${lessonId}/recordings`, as)).json().positions;

  it('is kept for each student and video of the lesson, the later word last', async () => {
    await test.deps.db
      .updateTable('lessons')
      .set({ content: `<a class="video" href="${video}" target="_blank">Aula</a>` })
      .where('id', '=', lessonId)
      .execute();
    expect((await keep(student, { video, seconds: 12.5 })).statusCode).toBe(200);
    expect((await keep(student, { video, seconds: 90 })).statusCode).toBe(200);
    expect(await positions(student)).toEqual([{ video, seconds: 90 }]);
    expect(await positions(teacher)).toEqual([]);
    for (const body of [
      { video, seconds: -1 },
      { video, seconds: 1e9 },
      { video },
      { video: 'x'.repeat(501), seconds: 1 },
    ])
      expect((await keep(student, body)).statusCode).toBe(400);
    // Only for videos that the lesson shows: a client cannot fill the table with others.
    for (const wrong of ['https://vimeo.com/123456', '', '%', `${video}" target="_blank`])
      expect((await keep(student, { video: wrong, seconds: 1 })).statusCode).toBe(404);
    expect((await keep(student, { video, seconds: 1 }, 2_000_000_000)).statusCode).toBe(404);
  });

  it('is in the export of its owner’s data alone, and is deleted when the owner leaves', async () => {
    const password = 'segredo1';
    const passwordHash = await test.deps.passwords.hash(password);
    const gone = await createPerson(test.deps.db, { passwordHash, now: test.clock.now() });
    for (const [who, seconds] of [
      [student, 90],
      [gone, 30],
    ] as const)
      expect((await keep(who, { video, seconds })).statusCode).toBe(200);
    const files = unzip((await call('GET', '/api/privacy/export', gone)).rawPayload);
    const told = JSON.parse(files['dados.json']?.toString('utf8') ?? '{}').dados.playback_positions;
    expect(told).toMatchObject([{ lesson_id: lessonId, video, seconds: 30 }]);
    expect(files['index.html']?.toString('utf8')).toContain('>Onde você parou nos vídeos<');

    expect((await call('POST', '/api/privacy/deletion', gone, { currentPassword: password })).statusCode).toBe(200);
    test.clock.advance(8 * DAY_MS);
    await test.deps.jobs.send(test.deps.db, 'account-deletions', {});
    await test.deps.jobs.drain();
    const left = test.deps.db.selectFrom('playback_positions').select(['user_id', 'seconds']).orderBy('user_id');
    expect(await left.execute()).toEqual([{ user_id: student.id, seconds: 90 }]);
  });

  it('goes with an account that the school removes', async () => {
    const gone = await person('student');
    await keep(gone, { video, seconds: 30 });
    const admin = await person('admin');
    expect((await call('DELETE', `/api/admin/users/${gone.id}`, admin)).statusCode).toBe(200);
    const rows = test.deps.db.selectFrom('playback_positions').select('video').where('user_id', '=', gone.id);
    expect(await rows.execute()).toEqual([]);
  });
});
