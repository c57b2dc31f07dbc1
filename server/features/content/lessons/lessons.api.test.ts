import { describe, expect, it } from 'vitest';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { xssPayloads } from '#server/testing/xss-payloads.ts';

const test = useTestApp();

const teacherOf = () => createPerson(test.deps.db, { role: 'teacher', firstName: 'Luana', lastName: 'Alves' });
const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const get = (url: string, as: Person, headers: Record<string, string> = {}) =>
  test.request({ method: 'GET', url, as, headers });

const text = (subjectId: number, change: object = {}) => ({
  title: 'Concordância verbal',
  content: '<p>O verbo concorda com o <strong>sujeito</strong>.</p>',
  subjectId,
  published: true,
  ...change,
});

describe('publishing', () => {
  it('stores the spec’s body and gives back what the screens read', async () => {
    const teacher = await teacherOf();
    const student = await createPerson(test.deps.db);
    const subject = (await send('POST', '/api/subjects', teacher, { name: ' Língua Portuguesa ' })).json();
    expect(subject).toMatchObject({ name: 'Língua Portuguesa', lessonCount: 0 });
    const response = await send('POST', '/api/articles', teacher, text(subject.id, { hacked: true, authorId: 'x' }));
    expect(response.statusCode).toBe(201);
    const lesson = (await get(`/api/articles/${response.json().id}`, student)).json();
    expect(lesson).toMatchObject({
      title: 'Concordância verbal',
      content: '<p>O verbo concorda com o <strong>sujeito</strong>.</p>',
      subjectId: subject.id,
      subjectName: 'Língua Portuguesa',
      authorId: teacher.id,
      authorName: 'Luana Alves',
      published: true,
      readingMinutes: 1,
      version: 1,
      createdAt: '2026-11-15T12:00:00.000Z',
      previous: null,
      next: null,
    });
    expect(lesson).not.toHaveProperty('fingerprint');
    expect((await get('/api/articles', student)).json()[0]).toMatchObject({ id: lesson.id, subjectId: subject.id });
    expect((await get('/api/subjects', student)).json()).toEqual([
      { id: subject.id, name: 'Língua Portuguesa', lessonCount: 1 },
    ]);
  });

  it('publishes once when the same lesson is sent ten times at once', async () => {
    const [teacher, subject] = [await teacherOf(), await createSubject(test.deps.db)];
    const before = await countRows(test.deps.db, 'lessons');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('POST', '/api/articles', teacher, text(subject.id))),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await countRows(test.deps.db, 'lessons')).toBe(before + 1);
  });

  it('lets another author publish the same text', async () => {
    const [one, two, subject] = [await teacherOf(), await teacherOf(), await createSubject(test.deps.db)];
    const first = await send('POST', '/api/articles', one, text(subject.id));
    const second = await send('POST', '/api/articles', two, text(subject.id));
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  });

  it('removes unsafe HTML before it stores a lesson', async () => {
    const [teacher, subject] = [await teacherOf(), await createSubject(test.deps.db)];
    const content = `<h2 onclick="x()">Certo</h2>${xssPayloads.join('\n').replaceAll('\0', '')}`;
    const { id } = (await send('POST', '/api/articles', teacher, text(subject.id, { content }))).json();
    const stored = await test.deps.db
      .selectFrom('lessons')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.content).toMatch(/^<h2>Certo<\/h2>/);
    expect(stored.content).not.toMatch(/<script|<svg|<iframe|<style| on\w+=|javascript:|position:/i);
  });

  it.each([
    ['a blank title', { title: '  ' }, 400],
    ['a title that is no text', { title: 5 }, 400],
    ['a title of 201 characters', { title: 'a'.repeat(201) }, 400],
    ['no text at all', { content: '<p>&nbsp;</p>' }, 400],
    ['only markup that is taken away', { content: '<script>alert(1)</script>' }, 400],
    ['a NUL byte', { content: '<p>a\0b</p>' }, 400],
    ['a lone surrogate', { content: '<p>\ud800</p>' }, 400],
    ['published false', { published: false }, 400],
    ['published missing', { published: undefined }, 400],
    ['a subject id as text', { subjectId: '1' }, 400],
    ['a fraction as subject id', { subjectId: 1.5 }, 400],
    ['a subject that is gone', { subjectId: 2_000_000_000 }, 409],
    ['more than 1 MB', { content: `<p>${'a'.repeat(1024 * 1024)}</p>` }, 413],
    ['more than 1 MB in bytes, not in characters', { content: `<p>${'é'.repeat(600_000)}</p>` }, 413],
    ['a body beyond all measure', { content: 'a'.repeat(7_000_000) }, 413],
  ])('refuses %s', async (_, change, status) => {
    const [teacher, subject] = [await teacherOf(), await createSubject(test.deps.db)];
    const before = await countRows(test.deps.db, 'lessons');
    const response = await send('POST', '/api/articles', teacher, text(subject.id, change));
    expect(response.statusCode).toBe(status);
    expect(response.json().message).toMatch(/^[A-Z]/);
    expect(await countRows(test.deps.db, 'lessons')).toBe(before);
  });

  it('takes exactly 1 MB, even where every sign travels as six', async () => {
    const [teacher, subject] = [await teacherOf(), await createSubject(test.deps.db)];
    const frame = '<p></p>'.length;
    const words = Array.from({ length: 200_000 }, (_, i) => i.toString(36)).join(' ');
    const content = `<p>${words.repeat(2).slice(0, 1024 * 1024 - frame)}</p>`;
    expect(Buffer.byteLength(content)).toBe(1024 * 1024);
    const escaped = content.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
    const payload = JSON.stringify(text(subject.id, { content: '@' })).replace('@', escaped);
    const response = await test.request({
      method: 'POST',
      url: '/api/articles',
      as: teacher,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(201);
    expect(response.json().wordCount).toBeGreaterThan(100_000);
  });

  it('is refused to students, and reading is refused without a session', async () => {
    const [student, subject] = [await createPerson(test.deps.db), await createSubject(test.deps.db)];
    expect((await send('POST', '/api/articles', student, text(subject.id))).statusCode).toBe(403);
    expect((await send('POST', '/api/subjects', student, { name: 'X' })).statusCode).toBe(403);
    expect((await test.request({ method: 'GET', url: '/api/articles' })).statusCode).toBe(401);
    expect((await test.request({ method: 'GET', url: '/api/articles/1' })).statusCode).toBe(401);
  });
});

describe('changing', () => {
  const publish = async (teacher: Person) => {
    const subject = await createSubject(test.deps.db);
    return (await send('POST', '/api/articles', teacher, text(subject.id))).json();
  };
  const change = (lesson: { id: number; subjectId: number; version: number }, as: Person, more: object = {}) =>
    send('PUT', `/api/articles/${lesson.id}`, as, { ...text(lesson.subjectId), version: lesson.version, ...more });

  it('lets only the author and admins save', async () => {
    const [teacher, other] = [await teacherOf(), await teacherOf()];
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const lesson = await publish(teacher);
    const saved = await change(lesson, teacher, { title: 'Concordância nominal', content: '<p>Novo</p>' });
    expect(saved.json()).toMatchObject({ title: 'Concordância nominal', content: '<p>Novo</p>', version: 2 });
    expect((await change({ ...lesson, version: 2 }, other)).statusCode).toBe(403);
    expect((await change({ ...lesson, version: 2 }, admin, { title: 'Do admin' })).json().version).toBe(3);
    expect((await get(`/api/articles/${lesson.id}`, other)).json()).toMatchObject({ title: 'Do admin', version: 3 });
    expect((await change({ ...lesson, id: 999_999 }, admin)).statusCode).toBe(404);
  });

  it('never lets the second of two teachers overwrite silently', async () => {
    const teacher = await teacherOf();
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const lesson = await publish(teacher);
    const both = await Promise.all([
      change(lesson, teacher, { title: 'Da professora' }),
      change(lesson, admin, { title: 'Do admin' }),
    ]);
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    const refused = both.find((answer) => answer.statusCode === 409);
    expect(refused?.json().code).toBe('version_conflict');
    const winner = both.find((answer) => answer.statusCode === 200)?.json();
    expect((await get(`/api/articles/${lesson.id}`, teacher)).json().title).toBe(winner.title);
  });

  it('takes a save again whose answer was lost', async () => {
    const teacher = await teacherOf();
    const lesson = await publish(teacher);
    const first = await change(lesson, teacher, { title: 'Nova' });
    const again = await change(lesson, teacher, { title: 'Nova' });
    expect([first.statusCode, again.statusCode, again.json().version]).toEqual([200, 200, 2]);
  });

  it('refuses a subject that is gone, an empty text and too much of it, and keeps the old one', async () => {
    const teacher = await teacherOf();
    const lesson = await publish(teacher);
    expect((await change(lesson, teacher, { subjectId: 2_000_000_000 })).json().code).toBe('subject_gone');
    expect((await change(lesson, teacher, { content: '' })).statusCode).toBe(400);
    expect((await change(lesson, teacher, { content: 'a'.repeat(1024 * 1024 + 1) })).statusCode).toBe(413);
    expect((await get(`/api/articles/${lesson.id}`, teacher)).json()).toMatchObject({
      version: 1,
      content: lesson.content,
    });
  });
});

describe('deleting and restoring', () => {
  it('hides the lesson everywhere, for 30 days only', async () => {
    const [teacher, other] = [await teacherOf(), await teacherOf()];
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const subject = await createSubject(test.deps.db);
    const lesson = (await send('POST', '/api/articles', teacher, text(subject.id, { title: 'Efêmera' }))).json();
    const url = `/api/articles/${lesson.id}`;
    expect((await send('DELETE', url, other)).statusCode).toBe(403);
    expect((await send('DELETE', url, teacher)).json()).toEqual({ ok: true });
    expect((await send('DELETE', url, teacher)).json()).toEqual({ ok: true });

    expect((await get(url, teacher)).statusCode).toBe(404);
    expect((await get('/api/articles', teacher)).json().map((row: { id: number }) => row.id)).not.toContain(lesson.id);
    expect((await get('/api/search?q=efemera', teacher)).json()).toEqual([]);
    expect((await send('PUT', url, teacher, { ...text(subject.id), version: 1 })).statusCode).toBe(404);
    expect((await send('PUT', `${url}/completion`, teacher, { completed: true })).statusCode).toBe(404);
    const trash = async (as: Person) =>
      (await get('/api/articles/deleted', as)).json().map((row: { id: number }) => row.id);
    expect([await trash(teacher), await trash(other), await trash(admin)]).toEqual([[lesson.id], [], [lesson.id]]);
    expect((await send('POST', `${url}/restore`, other)).statusCode).toBe(403);

    expect((await send('POST', `${url}/restore`, teacher)).json()).toMatchObject({ id: lesson.id, title: 'Efêmera' });
    expect((await send('POST', `${url}/restore`, teacher)).statusCode).toBe(200);
    expect((await get('/api/search?q=efemera', teacher)).json()).toHaveLength(1);
    expect((await get(url, teacher)).statusCode).toBe(200);

    await send('DELETE', url, admin);
    const now = test.clock.now();
    test.clock.advance(30 * 24 * 60 * 60_000);
    // The session of the test person is as old as the lesson: a new one after a month.
    const late = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
    expect((await send('POST', `${url}/restore`, late)).statusCode).toBe(404);
    expect(await trash(late)).toEqual([]);
    await test.deps.jobs.send(test.deps.db, 'purge-lessons', {});
    await test.deps.jobs.drain();
    test.clock.set(now);
    expect(await test.deps.db.selectFrom('lessons').select('id').where('id', '=', lesson.id).execute()).toEqual([]);
  });

  it('keeps the lessons of a removed author, signed by the school', async () => {
    const teacher = await teacherOf();
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const subject = await createSubject(test.deps.db);
    const { id } = (await send('POST', '/api/articles', teacher, text(subject.id))).json();
    expect((await get(`/api/articles/${id}`, admin)).json().authorName).toBe('Luana Alves');
    expect((await send('DELETE', `/api/admin/users/${teacher.id}`, admin)).statusCode).toBe(200);
    await expect
      .poll(async () => (await get(`/api/articles/${id}`, admin)).json())
      .toMatchObject({ authorName: 'Equipe Alvorada', authorId: null });
  });
});

describe('lists', () => {
  it('gives all lessons newest first, and pages of those that match', async () => {
    const teacher = await teacherOf();
    const subject = await createSubject(test.deps.db);
    for (let i = 0; i < 25; i += 1) {
      await createLesson(test.deps.db, {
        subjectId: subject.id,
        authorId: teacher.id,
        title: i % 5 === 0 ? `Crase ${i}` : `Verbo ${i}`,
        createdAt: new Date(Date.UTC(2027, 0, 1, 0, Math.floor(i / 2))),
      });
    }
    const seen: number[] = [];
    let url: string | null = `/api/articles?mine=true&limit=10`;
    while (url) {
      const page = await get(url, teacher);
      expect(page.headers['x-total-count']).toBe('25');
      seen.push(...page.json().map((row: { id: number }) => row.id));
      url = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1] ?? null;
    }
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    expect(new Set(seen).size).toBe(25);
    const found = await get(`/api/articles?search=CRÁSE&subjectId=${subject.id}`, teacher);
    expect([found.json().length, found.headers['x-total-count']]).toEqual([5, '5']);
    for (const bad of ['cursor=x', 'cursor=WyJ4IiwxXQ', 'limit=0', 'limit=1001', 'subjectId=x', 'mine=1']) {
      expect((await get(`/api/articles?${bad}`, teacher)).statusCode, bad).toBe(400);
    }
    expect((await get('/api/articles?search=%25', teacher)).json()).toEqual([]);
  });

  it('names the neighbours, oldest first within the subject', async () => {
    const teacher = await teacherOf();
    const subject = await createSubject(test.deps.db);
    const at = (minute: number) => new Date(Date.UTC(2027, 1, 1, 0, minute));
    const one = await createLesson(test.deps.db, { subjectId: subject.id, title: 'Um', createdAt: at(1) });
    const three = await createLesson(test.deps.db, { subjectId: subject.id, title: 'Três', createdAt: at(3) });
    const two = await createLesson(test.deps.db, { subjectId: subject.id, title: 'Dois', createdAt: at(1) });
    const sides = async (id: number) => {
      const { previous, next } = (await get(`/api/articles/${id}`, teacher)).json();
      return [previous?.title, next?.title];
    };
    expect([await sides(one.id), await sides(two.id), await sides(three.id)]).toEqual([
      [undefined, 'Dois'],
      ['Um', 'Três'],
      ['Dois', undefined],
    ]);
  });

  it.each(['0', '-1', 'abc', '1.5', '99999999999', '%00', "1'--"])('has no lesson %s', async (id) => {
    const student = await createPerson(test.deps.db);
    expect((await get(`/api/articles/${id}`, student)).statusCode).toBe(404);
  });
});
