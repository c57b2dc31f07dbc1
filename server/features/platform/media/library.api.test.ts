import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryImage } from '#contract/platform/media-library.ts';
import type { Db } from '#server/db/handle.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { countQueries } from '#server/testing/queries.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse, createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let db: Db;
let teacher: Person;
let subjectId: number;
beforeAll(async () => {
  db = test.deps.db;
  subjectId = await createSubject(db, 'Português');
});
beforeEach(async () => {
  teacher = await createPerson(db, { role: 'teacher', now: test.clock.now() });
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, as = teacher, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

async function image(name = 'mapa.png', owner = teacher): Promise<number> {
  const fileKey = `media/2026/${randomBytes(8).toString('hex')}.webp`;
  await test.deps.files.put(fileKey, Buffer.from('x'));
  const row = { owner_id: owner.id, sha256: randomBytes(32), file_key: fileKey, mime_type: 'image/webp' };
  const { id } = await db
    .insertInto('media')
    .values({ ...row, bytes: 1, width: 10, height: 10, name, created_at: test.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function lessonWith(ids: number[], title = 'Aula com mapa') {
  const content = `<p>Veja:</p>${ids.map((id) => `<img src="/api/media/${id}" alt="">`).join('')}`;
  const response = await send('POST', '/api/articles', teacher, { title, content, subjectId, published: true });
  expect(response.statusCode).toBe(201);
  return response.json() as { id: number; version: number };
}

const library = async (query = '', as = teacher) =>
  (await send('GET', `/api/media${query}`, as)).json() as LibraryImage[];
const remove = (id: number, as = teacher) => send('DELETE', `/api/media/${id}`, as);

describe('the library', () => {
  it('shows where each image is used, as lessons, courses and questions change', async () => {
    const [map, other] = [await image(), await image('foto.png')];
    const lesson = await lessonWith([map]);
    const courseId = await createCourse(db, { title: 'Curso com capa' });
    await db.updateTable('courses').set({ image_id: map }).where('id', '=', courseId).execute();
    const quiz = await createTestQuiz(db, { questions: 1 });
    await db
      .updateTable('options')
      .set({ option_text: `<img src="/api/media/${map}">` })
      .where('id', '=', quiz.questions[0]?.right ?? 0)
      .execute();
    const [newest, oldest] = await library();
    expect(newest).toMatchObject({ id: other, uses: [], useCount: 0 });
    expect(oldest).toMatchObject({ id: map, url: `/api/media/${map}`, name: 'mapa.png', useCount: 3 });
    expect(oldest?.uses).toEqual([
      { kind: 'course', id: courseId, title: 'Curso com capa', inTrash: false, isDraft: false },
      { kind: 'lesson', id: lesson.id, title: 'Aula com mapa', inTrash: false, isDraft: false },
      {
        kind: 'question',
        id: quiz.questions[0]?.id,
        title: `Questão ${quiz.questions[0]?.id}`,
        inTrash: false,
        isDraft: false,
      },
    ]);
    expect((await library('?unused=true')).map(({ id }) => id)).toEqual([other]);
    const saved = await send('PUT', `/api/articles/${lesson.id}`, teacher, {
      title: 'Aula com foto',
      content: `<p>Agora:</p><img src="/api/media/${other}">`,
      subjectId,
      version: lesson.version,
    });
    expect(saved.statusCode).toBe(200);
    expect((await library()).map(({ id, useCount }) => [id, useCount])).toEqual([
      [other, 1],
      [map, 2],
    ]);
  });

  it('finds by name and description, whatever signs are typed', async () => {
    const id = await image('Mapa_100%.png');
    await send('PATCH', `/api/media/${id}`, teacher, { alt: '  Mapa do Estado  ' });
    for (const words of ['mapa', 'ESTADO', '100%25', '_100', '%25.png']) {
      expect((await library(`?search=${words}`)).map((row) => row.id)).toEqual([id]);
    }
    expect(await library('?search=%25%25')).toEqual([]);
    expect((await library())[0]?.alt).toBe('Mapa do Estado');
  });

  it('gives its description to the lessons that are saved with the image', async () => {
    const id = await image();
    await send('PATCH', `/api/media/${id}`, teacher, { alt: 'Mapa "físico" & <político>' });
    const lesson = await lessonWith([id], 'Com mapa descrito');
    const read = async () =>
      (await test.request({ method: 'GET', url: `/api/articles/${lesson.id}`, as: teacher })).json().content as string;
    expect(await read()).toContain('alt="Mapa &quot;físico&quot; &amp; &lt;político&gt;"');
    const own = '<p>Veja:</p><img src="/api/media/ID" alt="Do autor">'.replace('ID', String(id));
    const change = { title: 'Com mapa descrito', content: own, subjectId, version: lesson.version };
    expect((await send('PUT', `/api/articles/${lesson.id}`, teacher, change)).statusCode).toBe(200);
    expect(await read()).toContain('alt="Do autor"');
  });

  it('shows users their images, and admins all images', async () => {
    const id = await image();
    const other = await createPerson(db, { role: 'teacher', now: test.clock.now() });
    const admin = await createPerson(db, { role: 'admin', now: test.clock.now() });
    expect(await library('', other)).toEqual([]);
    expect((await remove(id, other)).statusCode).toBe(404);
    expect((await send('PATCH', `/api/media/${id}`, other, { alt: 'x' })).statusCode).toBe(404);
    expect((await library('', admin)).some((row) => row.id === id)).toBe(true);
    expect((await send('PATCH', `/api/media/${id}`, admin, { alt: 'x'.repeat(301) })).statusCode).toBe(400);
  });

  it('costs three queries, however many images and uses it shows', async () => {
    const ids = [await image(), await image(), await image()];
    await lessonWith(ids);
    await library('?limit=1');
    expect(await countQueries(() => library('?limit=1'))).toBe(3);
    expect(await countQueries(() => library())).toBe(3);
  });
});

describe('an image', () => {
  it('is deleted with its file when nothing uses it, and the second time it is not there', async () => {
    const id = await image();
    const { file_key: key } = await db
      .selectFrom('media')
      .select('file_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await remove(id)).json()).toEqual({ ok: true });
    expect((await remove(id)).statusCode).toBe(404);
    await test.deps.jobs.drain();
    expect(await test.deps.files.read(key)).toBeNull();
  });

  it('in use cannot be deleted: the 409 says where it is used, also in a lesson in the trash', async () => {
    const id = await image();
    const lesson = await lessonWith([id], 'Relevo');
    const refused = await remove(id);
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'image_in_use',
      'Esta imagem está em uso em “Relevo”. Tire-a de lá antes.',
    ]);
    expect((await send('DELETE', `/api/articles/${lesson.id}`)).statusCode).toBe(200);
    expect((await remove(id)).statusCode).toBe(409);
    expect((await library()).find((row) => row.id === id)?.uses).toMatchObject([
      { title: 'Relevo', inTrash: true, isDraft: false },
    ]);
  });

  it('is either kept or gone when it is deleted while a lesson begins to use it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await image();
      const [lesson, deleted] = await Promise.all([lessonWith([id], `Corrida ${round}`), remove(id)]);
      const uses = await db.selectFrom('media_uses').selectAll().where('media_id', '=', id).execute();
      expect([lesson.id > 0, [200, 409].includes(deleted.statusCode)]).toEqual([true, true]);
      expect(uses.length).toBe(deleted.statusCode === 409 ? 1 : 0);
    }
  });
});
