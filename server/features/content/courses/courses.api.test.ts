import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { listCourses } from '#contract/content/course-list.ts';
import * as contract from '#contract/content/courses.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { roundTrip } from '#server/testing/round-trip.ts';
import { createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let teacher: Person;
let other: Person;
let admin: Person;
let student: Person;

beforeAll(async () => {
  const { db } = test.deps;
  teacher = await createPerson(db, { role: 'teacher', firstName: 'Luana', lastName: 'Ferraz' });
  other = await createPerson(db, { role: 'teacher' });
  admin = await createPerson(db, { role: 'admin' });
  student = await createPerson(db);
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

const plain = { title: 'Soldado PM', description: 'Tudo.', category: 'DIREITO', difficulty: 'advanced', duration: 600 };
const make = async (as: Person, change: object = {}) =>
  (await send('POST', '/api/courses', as, { ...plain, isPublished: true, ...change })).json();
const changed = (course: { version: number }, change: object = {}) => ({
  ...plain,
  isPublished: true,
  imageUrl: null,
  version: course.version,
  ...change,
});

async function storedPicture(serial: number): Promise<number> {
  const { id } = await test.deps.db
    .insertInto('media')
    .values({
      owner_id: teacher.id,
      sha256: Buffer.alloc(32, serial),
      file_key: `media/teste${serial}`,
      mime_type: 'image/png',
      bytes: 1,
      width: 1,
      height: 1,
      name: 'a.png',
      created_at: test.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

it('a course is read back whole after every change', async () => {
  const pictures = await Promise.all([storedPicture(8), storedPicture(9)]);
  const now = test.clock.now().toISOString();
  const body = {
    ...plain,
    isPublished: false,
    imageUrl: `/api/media/${pictures[0]}`,
    instructorId: teacher.id,
  };
  const changed = {
    title: 'Oficial PM',
    description: 'Quase tudo.',
    category: 'HISTÓRIA',
    difficulty: 'beginner',
    duration: null,
    isPublished: true,
    imageUrl: `/api/media/${pictures[1]}`,
    instructorId: other.id,
  };
  const times = { createdAt: now, updatedAt: now };
  const untouched = {
    lessonCount: 0,
    quizCount: 0,
    students: 0,
    averageRating: null,
    ratingCount: 0,
    enrollment: null,
    isOpen: true,
  };
  await roundTrip(test, {
    as: admin,
    create: {
      call: contract.createCourse,
      body: { ...body, creationKey: randomUUID() },
      reads: { ...body, ...times, instructorName: 'Luana Ferraz', version: 1 },
    },
    update: {
      call: contract.updateCourse,
      body: changed,
      over: ({ version }) => ({ version }),
      reads: { ...changed, ...times, instructorName: 'Ana Silva', version: 2 },
    },
    read: {
      call: contract.getCourse,
      shows: (course) => ({ ...course, ...untouched, items: [], myRating: null, completedAt: null, canEdit: true }),
    },
    list: { call: listCourses, query: '?limit=100', shows: (course) => ({ ...course, ...untouched }) },
    remove: contract.deleteCourse,
    rows: { table: 'courses', stay: true },
    audit: { of: 'course', events: [{ action: 'course.deleted' }] },
  });
});

describe('creating a course', () => {
  it("takes the spec's body and answers with the course", async () => {
    const response = await send('POST', '/api/courses', teacher, {
      ...plain,
      title: '  Soldado PM  ',
      isPublished: false,
      instructorId: teacher.id,
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      ...plain,
      isPublished: false,
      imageUrl: null,
      instructorId: teacher.id,
      instructorName: 'Luana Ferraz',
    });
  });

  it('fills in the defaults of fields that are not sent', async () => {
    const { statusCode, json } = await send('POST', '/api/courses', teacher, { title: 'Só o título' });
    expect(statusCode).toBe(201);
    expect(json()).toMatchObject({ category: 'GERAL', difficulty: 'beginner', duration: 60, isPublished: false });
  });

  it("replaces a teacher's instructorId by their own, and lets an admin name another teacher", async () => {
    expect((await make(teacher, { instructorId: other.id })).instructorId).toBe(teacher.id);
    expect((await make(admin, { instructorId: other.id })).instructorId).toBe(other.id);
    expect((await make(admin)).instructorId).toBe(admin.id);
    const toStudent = await send('POST', '/api/courses', admin, { ...plain, instructorId: student.id });
    expect([toStudent.statusCode, toStudent.json().fields]).toEqual([
      400,
      { instructorId: 'Escolha um professor ativo.' },
    ]);
  });

  it.each([
    ['a title of blanks', { title: '   ' }],
    ['no title', { title: undefined }],
    ['a title of 201 characters', { title: 'a'.repeat(201) }],
    ['an unknown category', { category: 'QUÍMICA' }],
    ['a category without its accent', { category: 'FISICO' }],
    ['an unknown difficulty', { difficulty: 'fácil' }],
    ['a negative duration', { duration: -1 }],
    ['an absurd duration', { duration: 60_001 }],
    ['half a minute', { duration: 10.5 }],
    ['a duration as text', { duration: '60' }],
    ['isPublished as text', { isPublished: 'true' }],
    ['an image of somewhere else', { imageUrl: 'https://exemplo.com/a.png' }],
    ['an image that does not exist', { imageUrl: '/api/media/2147483647' }],
    ['an image id beyond all ids', { imageUrl: '/api/media/9999999999' }],
    ['a broken instructorId', { instructorId: 'eu' }],
    ['a NUL byte', { description: 'a\0b' }],
  ])('refuses %s', async (_, change) => {
    const before = await countRows(test.deps.db, 'courses');
    const response = await send('POST', '/api/courses', teacher, { ...plain, ...change });
    expect(response.statusCode).toBe(400);
    expect(await countRows(test.deps.db, 'courses')).toBe(before);
  });

  it('accepts the ends of the duration and none', async () => {
    for (const duration of [0, 60_000, null]) expect((await make(teacher, { duration })).duration).toBe(duration);
  });

  it('takes an uploaded picture, and lives on when it is gone', async () => {
    const media = await storedPicture(7);
    const course = await make(teacher, { imageUrl: `/api/media/${media}` });
    expect(course.imageUrl).toBe(`/api/media/${media}`);
    await test.deps.db.deleteFrom('media').where('id', '=', media).execute();
    expect((await send('GET', `/api/courses/${course.id}`, teacher)).json().imageUrl).toBeNull();
  });

  it('makes one course of the same creationKey, however often it is sent at once', async () => {
    const before = await countRows(test.deps.db, 'courses');
    const body = { ...plain, creationKey: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('POST', '/api/courses', teacher, body)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await countRows(test.deps.db, 'courses')).toBe(before + 1);
    const stranger = await send('POST', '/api/courses', other, body);
    expect(stranger.statusCode).toBe(409);
  });

  it('is refused to students', async () => {
    expect((await send('POST', '/api/courses', student, plain)).statusCode).toBe(403);
  });
});

describe('seeing courses', () => {
  it('shows a draft only to its teacher and to admins', async () => {
    const draft = await make(teacher, { title: 'Rascunho secreto', isPublished: false });
    const statuses = await Promise.all(
      [student, other, teacher, admin].map(
        async (as) => (await send('GET', `/api/courses/${draft.id}`, as)).statusCode,
      ),
    );
    expect(statuses).toEqual([404, 404, 200, 200]);
    const lists = await Promise.all(
      [student, other, teacher, admin].map(async (as) =>
        (await send('GET', '/api/courses?search=secreto', as)).json().map(({ id }: { id: number }) => id),
      ),
    );
    expect(lists).toEqual([[], [], [draft.id], [draft.id]]);
  });

  it('filters by category, difficulty and text without accents, and tells the count', async () => {
    const geo = await make(teacher, { title: 'Relevo e Água', category: 'GEOGRAFIA', difficulty: 'beginner' });
    await make(teacher, { title: 'Relevo avançado', category: 'GEOGRAFIA', difficulty: 'advanced' });
    const list = (query: string) => send('GET', `/api/courses?${query}`, student);
    expect((await list('category=GEOGRAFIA')).headers['x-total-count']).toBe('2');
    expect((await list('category=GEOGRAFIA&difficulty=beginner')).json()).toMatchObject([{ id: geo.id }]);
    expect((await list('search=AGUA')).json()).toMatchObject([{ id: geo.id }]);
    expect((await list('search=%25')).json()).toEqual([]);
    expect((await list('category=QUÍMICA')).statusCode).toBe(400);
  });

  it('pages without losing or repeating a course', async () => {
    const all = (await send('GET', '/api/courses', student)).json();
    const seen: number[] = [];
    let url: string | undefined = '/api/courses?limit=3';
    while (url) {
      const page = await send('GET', url, student);
      seen.push(...page.json().map(({ id }: { id: number }) => id));
      url = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(all.map(({ id }: { id: number }) => id));
    expect((await send('GET', '/api/courses?cursor=WyJ4IiwxXQ', student)).statusCode).toBe(400);
  });
});

describe('changing a course', () => {
  it('keeps the newer of two changes and refuses the older', async () => {
    const course = await make(teacher);
    const answers = await Promise.all(
      ['Um', 'Dois'].map((title) => send('PUT', `/api/courses/${course.id}`, teacher, changed(course, { title }))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('version_conflict');
  });

  it('is for its teacher and admins; a teacher cannot give it away', async () => {
    const course = await make(teacher);
    const put = (as: Person, change: object = {}) =>
      send('PUT', `/api/courses/${course.id}`, as, changed(course, change));
    expect((await put(student)).statusCode).toBe(403);
    expect((await put(other)).statusCode).toBe(403);
    const own = await put(teacher, { instructorId: other.id });
    expect(own.json().instructorId).toBe(teacher.id);
    const given = await send(
      'PUT',
      `/api/courses/${course.id}`,
      admin,
      changed(own.json(), { instructorId: other.id }),
    );
    expect(given.json().instructorId).toBe(other.id);
  });

  it('needs every field, so that nothing is reset by leaving it out', async () => {
    const course = await make(teacher);
    const response = await send('PUT', `/api/courses/${course.id}`, teacher, { title: 'Só', version: course.version });
    expect(response.statusCode).toBe(400);
  });

  it('keeps the content in the order it was given, and one order when two authors reorder at once', async () => {
    const { db } = test.deps;
    const lessons = await Promise.all(['A', 'B', 'C'].map((title) => createLesson(db, title)));
    const course = await make(teacher);
    const refs = lessons.map((id) => ({ kind: 'lesson', id }));
    const put = (items: object[], version: number, as = teacher) =>
      send('PUT', `/api/courses/${course.id}/items`, as, { items, version });
    const first = await put(refs, course.version);
    expect(first.json().items.map(({ title }: { title: string }) => title)).toEqual(['A', 'B', 'C']);
    const { version } = first.json();
    const both = await Promise.all([put([...refs].reverse(), version), put(refs.slice(1), version, admin)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const now = (await send('GET', `/api/courses/${course.id}`, student)).json();
    expect(['CBA', 'BC']).toContain(now.items.map(({ title }: { title: string }) => title).join(''));
  });

  it('refuses items that are not there, and the same one twice', async () => {
    const course = await make(teacher);
    const id = await createLesson(test.deps.db, 'Uma');
    const put = (items: object[]) =>
      send('PUT', `/api/courses/${course.id}/items`, teacher, { items, version: course.version });
    expect((await put([{ kind: 'lesson', id: 999_999 }])).statusCode).toBe(400);
    expect((await put([{ kind: 'quiz', id: 999_999 }])).statusCode).toBe(400);
    expect((await put([{ kind: 'video', id }])).statusCode).toBe(400);
    expect(
      (
        await put([
          { kind: 'lesson', id },
          { kind: 'lesson', id },
        ])
      ).statusCode,
    ).toBe(400);
    expect((await put(Array.from({ length: 301 }, (_, i) => ({ kind: 'lesson', id: i + 1 })))).statusCode).toBe(400);
  });

  it('keeps the place of a deleted lesson, unseen, until it comes back', async () => {
    const { db } = test.deps;
    const [gone = 0, stays = 0] = await Promise.all(['Vai', 'Fica'].map((title) => createLesson(db, title)));
    const id = await createCourse(db, { instructorId: teacher.id, lessons: [gone, stays] });
    await db.updateTable('lessons').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
    const titles = async () =>
      (await send('GET', `/api/courses/${id}`, student)).json().items.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(['Fica']);
    await send('PUT', `/api/courses/${id}/items`, teacher, { items: [{ kind: 'lesson', id: stays }], version: 1 });
    await db.updateTable('lessons').set({ deleted_at: null }).where('id', '=', gone).execute();
    expect(await titles()).toEqual(['Fica', 'Vai']);
  });
});

describe('deleting a course', () => {
  it('is soft: it is gone from every page, and the progress of its students is kept', async () => {
    const { db } = test.deps;
    const id = await createCourse(db, { instructorId: teacher.id, lessons: [await createLesson(db, 'Única')] });
    await enrollStudent(db, student.id, id);
    expect((await send('DELETE', `/api/courses/${id}`, other)).statusCode).toBe(403);
    expect((await send('DELETE', `/api/courses/${id}`, teacher)).statusCode).toBe(200);
    expect((await send('DELETE', `/api/courses/${id}`, teacher)).statusCode).toBe(404);
    expect((await send('GET', `/api/courses/${id}`, student)).statusCode).toBe(404);
    expect((await send('POST', `/api/courses/${id}/enrollment`, student)).statusCode).toBe(404);
    expect((await send('GET', '/api/my-enrollments', student)).json()).toEqual([]);
    const kept = await db.selectFrom('enrollments').selectAll().where('course_id', '=', id).execute();
    expect(kept).toMatchObject([{ user_id: student.id, left_at: null }]);
  });
});
