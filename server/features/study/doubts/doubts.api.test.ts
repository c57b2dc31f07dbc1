import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { createLesson } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let ana: Person;
let rui: Person;
let admin: Person;
let asker: Person;
let other: Person;
let question: Awaited<ReturnType<typeof createBankQuestion>>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const call = (method: Method, url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const about = (id: number) => `/api/answered-questions/${id}/doubts`;
const queue = async (as: Person, list = 'waiting') =>
  (await call('GET', `/api/teacher/doubts?list=${list}`, as)).json() as { id: number; revision: number }[];

beforeAll(async () => {
  const { db } = test.deps;
  const now = test.clock.now();
  [ana, rui] = [await createPerson(db, { role: 'teacher' }), await createPerson(db, { role: 'teacher' })];
  admin = await createPerson(db, { role: 'admin' });
  [asker, other] = [await createPerson(db, { now }), await createPerson(db, { now })];
  question = await createBankQuestion(test, ana, { topic: 'Duvidosa' });
  for (const person of [asker, other]) {
    const { id } = (await call('POST', '/api/practices', person, { kind: 'free', topic: 'Duvidosa' })).json();
    await call('POST', `/api/practices/${id}/answers`, person, { questionId: question.id, optionId: question.wrong });
  }
});

describe('a doubt about a question', () => {
  it('is asked once per key, by who has answered it, and waits with its author and the administrators', async () => {
    const stranger = await createPerson(test.deps.db);
    expect((await call('POST', about(question.id), stranger, { body: 'Por quê?' })).statusCode).toBe(404);
    for (const body of ['  ', 'x'.repeat(2001), 7]) {
      expect((await call('POST', about(question.id), asker, { body })).statusCode).toBe(400);
    }
    const payload = { body: ' Por que não a B? ', creationKey: randomUUID() };
    const both = await Promise.all([
      call('POST', about(question.id), asker, payload),
      call('POST', about(question.id), asker, payload),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201]);
    expect(both[0].json()).toMatchObject({ body: 'Por que não a B?', state: 'open', isMine: true, answer: null });
    expect(both[0].json()).toEqual(both[1].json());
    expect(await queue(rui)).toEqual([]);
    expect(await queue(admin)).toHaveLength(1);
    expect(await queue(ana)).toMatchObject([
      { about: { kind: 'question', id: question.id }, body: 'Por que não a B?' },
    ]);
    // Other students cannot read it.
    expect((await call('GET', about(question.id), other)).json()).toEqual([]);
  });

  it('is rewritten until it is answered, and answered only as it was read', async () => {
    const [seen] = await queue(ana);
    const { id, revision } = seen as { id: number; revision: number };
    expect((await call('PATCH', `/api/doubts/${id}`, other, { body: 'Minha' })).statusCode).toBe(404);
    expect((await call('PATCH', `/api/doubts/${id}`, asker, { body: 'Por que não a D?' })).json()).toMatchObject({
      body: 'Por que não a D?',
      revision: revision + 1,
    });
    const reply = { text: 'Porque a D é outra coisa.', isShared: false };
    const url = `/api/teacher/doubts/${id}/answer`;
    expect((await call('PUT', url, rui, { ...reply, revision })).statusCode).toBe(404);
    expect((await call('PUT', url, ana, { ...reply, revision })).json().code).toBe('version_conflict');
    const answered = await call('PUT', url, ana, { ...reply, revision: revision + 1 });
    expect(answered.json()).toMatchObject({ state: 'answered', answer: { text: reply.text } });
    // A second click is the same answer.
    expect((await call('PUT', url, ana, { ...reply, revision: revision + 1 })).json()).toEqual(answered.json());
    expect((await call('PATCH', `/api/doubts/${id}`, asker, { body: 'De novo' })).json().code).toBe('state_conflict');
    expect((await call('POST', `/api/doubts/${id}/close`, asker)).json().code).toBe('state_conflict');
    expect(await queue(ana)).toEqual([]);
    const told = (await call('GET', '/api/notifications', asker)).json();
    expect(told).toMatchObject([{ kind: 'doubt_answered', path: `/questions/${question.id}` }]);
    expect(JSON.stringify(told)).not.toContain('outra coisa');
    await test.deps.jobs.drain();
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === asker.email);
    expect(mails).toMatchObject([{ subject: expect.stringContaining('dúvida') }]);
    expect((await call('GET', about(question.id), asker)).json()).toMatchObject([{ answer: { text: reply.text } }]);
    expect((await call('GET', about(question.id), other)).json()).toEqual([]);
  });

  it('is shown to all under another name, reported, hidden, and shown again', async () => {
    const [seen] = (await queue(ana, 'answered')) as { id: number; revision: number }[];
    const { id, revision } = seen as { id: number; revision: number };
    const shared = { text: 'Porque a D é outra.', isShared: true, revision };
    expect((await call('PUT', `/api/teacher/doubts/${id}/answer`, ana, shared)).json()).toMatchObject({
      isShared: true,
    });
    const read = async () => (await call('GET', about(question.id), other)).json();
    const [row] = await read();
    expect(row).toMatchObject({
      isMine: false,
      pseudonym: expect.stringMatching(/^\S+ \d+$/),
      body: 'Por que não a D?',
    });
    expect(JSON.stringify(row)).not.toContain(asker.id);
    // Notified once: a corrected answer triggers no second notification.
    expect((await call('GET', '/api/notifications', asker)).json()).toHaveLength(1);
    expect((await call('POST', `/api/doubts/${id}/report`, asker)).statusCode).toBe(404);
    for (let time = 0; time < 2; time += 1) {
      expect((await call('POST', `/api/doubts/${id}/report`, other)).json()).toEqual({ ok: true });
    }
    expect(await queue(ana, 'reported')).toMatchObject([{ id, reportCount: 1 }]);
    const show = (isHidden: boolean) => call('PATCH', `/api/teacher/doubts/${id}/visibility`, ana, { isHidden });
    expect((await show(true)).json()).toMatchObject({ isHidden: true, reportCount: 0 });
    expect(await read()).toEqual([]);
    expect((await call('POST', `/api/doubts/${id}/report`, other)).statusCode).toBe(404);
    expect((await call('GET', about(question.id), asker)).json()).toMatchObject([{ isShared: false }]);
    await show(false);
    expect(await read()).toHaveLength(1);
    expect(await queue(ana, 'reported')).toEqual([]);
  });

  it('neither shows nor comes while the question is in an open attempt', async () => {
    const quiz = await publishComposed(test, ana, { questionIds: [question.id] });
    await call('POST', `/api/quizzes/${quiz.id}/start`, other);
    const [shown] = (await call('GET', about(question.id), asker)).json();
    for (const reply of [
      await call('GET', about(question.id), other),
      await call('POST', about(question.id), other, { body: 'E agora?' }),
      await call('POST', `/api/doubts/${shown.id}/report`, other),
    ]) {
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'attempt_open']);
    }
  });
});

describe('a doubt about a lesson', () => {
  it('is asked at its end, ten a day, and closed by its asker or who may answer', async () => {
    const lessonId = await createLesson(test.deps.db, 'Crase');
    const url = `/api/articles/${lessonId}/doubts`;
    const student = await createPerson(test.deps.db);
    expect((await call('POST', '/api/articles/999999/doubts', student, { body: 'x' })).statusCode).toBe(404);
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, place) => call('POST', url, student, { body: `Dúvida ${place}` })),
    );
    expect(asked.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    const refused = asked.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json()).toMatchObject({ code: 'too_many_requests', retryAfter: expect.any(Number) });
    const [first, second] = (await call('GET', url, student)).json();
    expect((await call('POST', `/api/doubts/${first.id}/close`, other)).statusCode).toBe(404);
    for (const person of [student, student]) {
      expect((await call('POST', `/api/doubts/${first.id}/close`, person)).json()).toEqual({ state: 'closed' });
    }
    expect((await call('POST', `/api/doubts/${second.id}/close`, admin)).json()).toEqual({ state: 'closed' });
    expect(await queue(admin)).toHaveLength(8);
    const home = async () => (await call('GET', '/api/admin/home', admin)).json().waiting.doubts;
    expect(await home()).toEqual({ count: 0, oldestAt: null });
    test.clock.advance(25 * 3600 * 1000);
    expect(await home()).toMatchObject({ count: 8, oldestAt: expect.any(String) });
    // Another day, another ten.
    expect((await call('POST', url, student, { body: 'Mais uma' })).statusCode).toBe(201);
  });
});
