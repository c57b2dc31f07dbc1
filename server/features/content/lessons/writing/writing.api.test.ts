import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LessonDraft } from '#contract/content/lesson-drafts.ts';
import { LESSON_VERSIONS_MAX } from '#contract/limits.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { publishDue } from './publishing.service.ts';

const test = useTestApp();

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (as: Person, method: Method, url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const teacherOf = (firstName = 'Luana') =>
  createPerson(test.deps.db, { role: 'teacher', firstName, lastName: 'Alves' });

async function begin(as: Person): Promise<LessonDraft> {
  const response = await call(as, 'POST', '/api/lesson-drafts', { creationKey: randomUUID() });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const textOf = ({ version, baseVersion, title, content, subjectId, topicId }: LessonDraft) => ({
  ...{ version, baseVersion, title, content, subjectId, topicId },
});
const save = (as: Person, draft: LessonDraft, change: object) =>
  call(as, 'PUT', `/api/lesson-drafts/${draft.id}`, { ...textOf(draft), ...change });

/** A whole draft, ready to be published. */
async function written(as: Person, change: object = {}): Promise<LessonDraft> {
  const { id: subjectId } = await createSubject(test.deps.db);
  const response = await save(as, await begin(as), {
    title: 'Crase',
    content: '<p>À vista.</p>',
    subjectId,
    ...change,
  });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const publish = (as: Person, { id, version, lessonVersion }: LessonDraft, change: object = {}) =>
  call(as, 'POST', `/api/lesson-drafts/${id}/publish`, { version, lessonVersion, ...change });
const schedule = (as: Person, { id, version }: LessonDraft, publishAt: string | null) =>
  call(as, 'PUT', `/api/lesson-drafts/${id}/schedule`, { version, publishAt });
const later = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString();
const read = async (as: Person, id: number): Promise<LessonDraft> =>
  (await call(as, 'GET', `/api/lesson-drafts/${id}`)).json();

describe('a draft', () => {
  it('is begun once per key, saved by itself and cleaned like a lesson', async () => {
    const teacher = await teacherOf();
    const creationKey = randomUUID();
    const both = await Promise.all([1, 2].map(() => call(teacher, 'POST', '/api/lesson-drafts', { creationKey })));
    expect(new Set(both.map((answer) => answer.json().id)).size).toBe(1);
    const draft = both[0]?.json() as LessonDraft;
    expect(draft).toMatchObject({ title: '', content: '', version: 1, isPublished: false, isChanged: false });
    const { id: subjectId } = await createSubject(test.deps.db);
    const content = '<p onclick="x()">10<sup>3</sup></p><script>alert(1)</script>';
    const saved = (await save(teacher, draft, { title: 'Notação ', content, subjectId })).json();
    expect(saved).toMatchObject({
      ...{ title: 'Notação ', content: '<p>10<sup>3</sup></p>', subjectId, version: 2 },
      ...{ isChanged: true, authorName: 'Luana Alves', savedByName: 'Luana Alves' },
    });
    // Sent again because its answer was lost: nothing happens.
    expect((await save(teacher, draft, { title: 'Notação ', content, subjectId })).json().version).toBe(2);
    expect(await read(teacher, draft.id)).toEqual(saved);
  });

  it('is visible only to its author and administrators, and appears in no list, search or count', async () => {
    const [teacher, other, student] = [await teacherOf(), await teacherOf('Caio'), await createPerson(test.deps.db)];
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const draft = await written(teacher, { title: 'Segredo do rascunho' });
    await schedule(teacher, draft, later(HOUR_MS));
    expect((await call(admin, 'GET', '/api/lesson-drafts')).body).toContain('Segredo do rascunho');
    expect((await call(other, 'GET', '/api/lesson-drafts')).body).not.toContain('Segredo do rascunho');
    for (const person of [student, other]) {
      for (const url of ['/api/articles', '/api/articles?search=segredo', '/api/search?q=segredo', '/api/subjects']) {
        const { body } = await call(person, 'GET', url);
        expect(body).not.toContain('Segredo do rascunho');
      }
      expect((await call(person, 'GET', `/api/articles/${draft.id}`)).statusCode).toBe(404);
      expect((await call(person, 'POST', `/api/articles/${draft.id}/reading`, {})).statusCode).not.toBe(200);
    }
    const subjects = (await call(student, 'GET', '/api/subjects')).json() as { id: number; lessonCount: number }[];
    expect(subjects.find(({ id }) => id === draft.subjectId)?.lessonCount).toBe(0);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/versions'],
      ['DELETE', ''],
    ] as const) {
      expect((await call(other, method, `/api/lesson-drafts/${draft.id}${path}`)).statusCode).toBe(404);
    }
    expect((await call(student, 'GET', `/api/lesson-drafts/${draft.id}`)).statusCode).toBe(403);
    const course = (await call(teacher, 'POST', '/api/courses', { title: 'Curso', category: 'x' })).json();
    const items = { version: course.version, items: [{ kind: 'lesson', id: draft.id }] };
    expect((await call(teacher, 'PUT', `/api/courses/${course.id}/items`, items)).statusCode).toBeGreaterThanOrEqual(
      400,
    );
  });

  it.each([
    ['a subject that is not there', { subjectId: 2_000_000_000 }, 409, 'subject_gone'],
    ['a topic of another subject', { topicId: 2_000_000_000 }, 409, 'topic_gone'],
    ['more than a megabyte', { content: `<p>${'á'.repeat(600_000)}</p>` }, 413, 'too_large'],
    ['a title of 201 characters', { title: 'a'.repeat(201) }, 400, 'bad_request'],
    ['an older version', { version: 1 }, 409, 'version_conflict'],
    ['a version of tomorrow', { version: 9 }, 409, 'version_conflict'],
  ])('refuses %s and keeps what stands', async (_, change, status, code) => {
    const teacher = await teacherOf();
    const draft = await written(teacher);
    const response = await save(teacher, draft, { content: '<p>Outro.</p>', ...change });
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(await read(teacher, draft.id)).toEqual(draft);
  });

  it('is saved by one of two people who save at once, and the other gets a conflict', async () => {
    const teacher = await teacherOf();
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const draft = await written(teacher);
    const answers = await Promise.all([
      save(teacher, draft, { content: '<p>Da professora.</p>' }),
      save(admin, draft, { content: '<p>Da direção.</p>' }),
    ]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  });

  it('that stays blank is forgotten; one with words is discarded when asked', async () => {
    const teacher = await teacherOf();
    const [empty, full] = [await begin(teacher), await written(teacher)];
    const listed = (await call(teacher, 'GET', '/api/lesson-drafts')).json() as LessonDraft[];
    expect(listed.map(({ id }) => id)).toEqual([full.id]);
    expect((await call(teacher, 'DELETE', `/api/lesson-drafts/${full.id}`)).statusCode).toBe(200);
    expect((await call(teacher, 'DELETE', `/api/lesson-drafts/${full.id}`)).statusCode).toBe(404);
    const left = await test.deps.db
      .selectFrom('lesson_versions')
      .select('id')
      .where('lesson_id', '=', full.id)
      .execute();
    expect(left).toEqual([]);
    expect((await call(teacher, 'GET', `/api/lesson-drafts/${empty.id}`)).statusCode).toBe(200);
  });

  it('holds the images it shows, and follows its subject into another', async () => {
    const teacher = await teacherOf();
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const { id: image } = await test.deps.db
      .insertInto('media')
      .values({
        ...{ owner_id: teacher.id, sha256: Buffer.from('x'), file_key: 'x', mime_type: 'image/png', bytes: 1 },
        ...{ width: 1, height: 1, name: 'x.png', created_at: test.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const draft = await written(teacher, { content: `<p><img src="/api/media/${image}"></p>` });
    expect((await call(teacher, 'DELETE', `/api/media/${image}`)).json()).toMatchObject({ code: 'image_in_use' });
    const [listed] = (await call(teacher, 'GET', '/api/media')).json();
    expect(listed.uses).toEqual([{ kind: 'lesson', id: draft.id, title: 'Crase', inTrash: false, isDraft: true }]);
    const into = await createSubject(test.deps.db);
    await call(admin, 'POST', `/api/subjects/${draft.subjectId}/merge`, { into: into.id });
    const moved = await read(teacher, draft.id);
    expect(moved.subjectId).toBe(into.id);
    await save(teacher, moved, { content: '<p>Sem imagem.</p>' });
    expect((await call(teacher, 'DELETE', `/api/media/${image}`)).statusCode).toBe(200);
  });
});

describe('publishing', () => {
  it('gives students the lesson under the id of its draft, once', async () => {
    const [teacher, student] = [await teacherOf(), await createPerson(test.deps.db)];
    const draft = await written(teacher);
    const before = await countRows(test.deps.db, 'lessons');
    const answers = await Promise.all([1, 2, 3].map(() => publish(teacher, draft)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect(await countRows(test.deps.db, 'lessons')).toBe(before + 1);
    const lesson = (await call(student, 'GET', `/api/articles/${draft.id}`)).json();
    expect(lesson).toMatchObject({ title: 'Crase', published: true, version: 1, authorName: 'Luana Alves' });
    expect((await call(student, 'GET', '/api/search?q=crase')).body).toContain('Crase');
    expect(await read(teacher, draft.id)).toMatchObject({ isPublished: true, isChanged: false, lessonVersion: 1 });
    expect((await call(teacher, 'GET', '/api/lesson-drafts')).json()).toEqual([]);
    // The next lesson of the specification's call gets another id.
    const body = { title: 'Outra', content: '<p>x</p>', subjectId: draft.subjectId, published: true };
    expect((await call(teacher, 'POST', '/api/articles', body)).statusCode).toBe(201);
  });

  it('does not show the changes of a published lesson until they are published', async () => {
    const [teacher, student] = [await teacherOf(), await createPerson(test.deps.db)];
    const subject = await createSubject(test.deps.db);
    const { id } = await createLesson(test.deps.db, { subjectId: subject.id, authorId: teacher.id, title: 'Antes' });
    const opened = await read(teacher, id);
    expect(opened).toMatchObject({ version: 0, baseVersion: 1, lessonVersion: 1, isPublished: true, title: 'Antes' });
    const saved = (await save(teacher, opened, { title: 'Depois' })).json() as LessonDraft;
    expect(saved).toMatchObject({ version: 1, isChanged: true });
    expect((await call(student, 'GET', `/api/articles/${id}`)).json().title).toBe('Antes');
    expect((await publish(teacher, saved)).json()).toMatchObject({ lesson: { title: 'Depois', version: 2 } });
    expect((await call(student, 'GET', `/api/articles/${id}`)).json().title).toBe('Depois');
    const versions = (await call(teacher, 'GET', `/api/lesson-drafts/${id}/versions`)).json();
    expect(versions).toMatchObject([
      { title: 'Depois', isPublished: true },
      { title: 'Antes', isPublished: true },
    ]);
  });

  it('never puts a draft over a lesson that was changed another way meanwhile', async () => {
    const teacher = await teacherOf();
    const subject = await createSubject(test.deps.db);
    const { id } = await createLesson(test.deps.db, { subjectId: subject.id, authorId: teacher.id });
    const draft = (await save(teacher, await read(teacher, id), { title: 'Do rascunho' })).json() as LessonDraft;
    const quick = { title: 'Do diálogo', content: '<p>x</p>', subjectId: subject.id, version: 1 };
    expect((await call(teacher, 'PUT', `/api/articles/${id}`, quick)).statusCode).toBe(200);
    expect((await publish(teacher, draft)).json()).toMatchObject({ code: 'version_conflict' });
    expect((await call(teacher, 'GET', `/api/articles/${id}`)).json().title).toBe('Do diálogo');
    // Knowing it, the author may.
    expect((await publish(teacher, draft, { lessonVersion: 2 })).json()).toMatchObject({
      lesson: { title: 'Do rascunho', version: 3 },
    });
    const next = { ...quick, title: 'Segue', version: 3 };
    await call(teacher, 'PUT', `/api/articles/${id}`, next);
    expect(await read(teacher, id)).toMatchObject({ title: 'Segue', isChanged: false, baseVersion: 4 });
  });

  it('is refused with the fields that are missing', async () => {
    const teacher = await teacherOf();
    const draft = await written(teacher, { title: ' ', subjectId: null });
    expect((await publish(teacher, draft)).json()).toMatchObject({
      code: 'bad_request',
      fields: { title: 'Escreva o título da aula.', subjectId: 'Escolha a matéria.' },
    });
    expect((await schedule(teacher, draft, later(HOUR_MS))).statusCode).toBe(400);
  });
});

describe('a time to be published', () => {
  it('is kept by the job, as the text reads then', async () => {
    const [teacher, student] = [await teacherOf(), await createPerson(test.deps.db)];
    const draft = await written(teacher);
    const waiting = (await schedule(teacher, draft, later(HOUR_MS))).json() as LessonDraft;
    await save(teacher, waiting, { title: 'Crase, revista' });
    await publishDue(test.deps);
    expect((await call(student, 'GET', `/api/articles/${draft.id}`)).statusCode).toBe(404);
    test.clock.advance(HOUR_MS);
    await Promise.all([publishDue(test.deps), publishDue(test.deps)]);
    expect((await call(student, 'GET', `/api/articles/${draft.id}`)).json()).toMatchObject({
      title: 'Crase, revista',
      version: 1,
    });
    expect(await read(teacher, draft.id)).toMatchObject({ publishAt: null, isChanged: false });
  });

  it.each([
    ['has passed', -MINUTE_MS],
    ['is far away', 400 * 24 * HOUR_MS],
  ])('is refused when it %s', async (_, ms) => {
    const teacher = await teacherOf();
    const response = await schedule(teacher, await written(teacher), later(ms));
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['publishAt']]);
  });

  it('can be removed, and then the lesson is not published', async () => {
    const teacher = await teacherOf();
    const waiting = (await schedule(teacher, await written(teacher), later(HOUR_MS))).json() as LessonDraft;
    expect((await schedule(teacher, waiting, null)).json()).toMatchObject({ publishAt: null });
    test.clock.advance(2 * HOUR_MS);
    await publishDue(test.deps);
    expect(await read(teacher, waiting.id)).toMatchObject({ isPublished: false });
  });

  it('that cannot be kept is reported to the author once, and other lessons are published', async () => {
    const teacher = await teacherOf();
    const [broken, whole] = [await written(teacher), await written(teacher, { title: 'Regência' })];
    const waiting = (await schedule(teacher, broken, later(HOUR_MS))).json() as LessonDraft;
    await save(teacher, waiting, { title: '' });
    await schedule(teacher, whole, later(HOUR_MS));
    test.clock.advance(HOUR_MS);
    await publishDue(test.deps);
    await publishDue(test.deps);
    expect(await read(teacher, broken.id)).toMatchObject({ publishAt: null, publishFault: 'incomplete' });
    expect(await read(teacher, whole.id)).toMatchObject({ isPublished: true });
    const told = (await call(teacher, 'GET', '/api/notifications')).json();
    expect(told).toMatchObject([
      { kind: 'lesson_held_back', title: 'Não publicamos “Aula sem título”', path: `/admin/publish/${broken.id}` },
    ]);
  });
});

describe('versions', () => {
  it('one sitting is one version, and what stood is kept when asked', async () => {
    const teacher = await teacherOf();
    let draft = await written(teacher, { content: '<p>Um.</p>' });
    draft = (await save(teacher, draft, { content: '<p>Dois.</p>' })).json();
    draft = (await save(teacher, draft, { content: '<p>Três.</p>', asNewVersion: true })).json();
    test.clock.advance(11 * MINUTE_MS);
    draft = (await save(teacher, draft, { content: '<p>Quatro.</p>' })).json();
    const url = `/api/lesson-drafts/${draft.id}/versions`;
    const versions = (await call(teacher, 'GET', url)).json() as { id: number }[];
    const texts = await Promise.all(
      versions.map(async ({ id }) => (await call(teacher, 'GET', `${url}/${id}`)).json().content),
    );
    expect(texts).toEqual(['<p>Quatro.</p>', '<p>Três.</p>', '<p>Dois.</p>']);
    expect((await call(teacher, 'GET', `${url}/2147483647`)).statusCode).toBe(404);
    const other = await written(teacher);
    expect((await call(teacher, 'GET', `/api/lesson-drafts/${other.id}/versions/${versions[0]?.id}`)).statusCode).toBe(
      404,
    );
  });

  it('are limited to the newest ones', async () => {
    const teacher = await teacherOf();
    let draft = await written(teacher);
    for (let round = 0; round < LESSON_VERSIONS_MAX + 2; round += 1) {
      draft = (await save(teacher, draft, { title: `Título ${round}`, asNewVersion: true })).json();
    }
    const versions = (await call(teacher, 'GET', `/api/lesson-drafts/${draft.id}/versions`)).json();
    expect([versions.length, versions[0].title]).toEqual([LESSON_VERSIONS_MAX, `Título ${LESSON_VERSIONS_MAX + 1}`]);
  });
});

it('authors see who else has the lesson open', async () => {
  const teacher = await teacherOf();
  const admin = await createPerson(test.deps.db, { role: 'admin', firstName: 'Rita', lastName: 'Lima' });
  const draft = await written(teacher);
  const [mine, hers] = [randomUUID(), randomUUID()];
  const tell = async (as: Person, page: string, isLeaving = false) =>
    (await call(as, 'PUT', `/api/lesson-drafts/${draft.id}/presence`, { page, isLeaving })).json();
  expect(await tell(teacher, mine)).toEqual({
    ...{ others: [], version: draft.version, lessonVersion: null, savedByName: 'Luana Alves' },
  });
  expect((await tell(admin, hers)).others).toEqual([{ name: 'Luana Alves', isMe: false }]);
  expect((await tell(teacher, mine)).others).toEqual([{ name: 'Rita Lima', isMe: false }]);
  expect((await tell(teacher, randomUUID())).others).toEqual([
    { name: 'Luana Alves', isMe: true },
    { name: 'Rita Lima', isMe: false },
  ]);
  await tell(admin, hers, true);
  test.clock.advance(MINUTE_MS);
  expect((await tell(teacher, mine)).others).toEqual([]);
});
