import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMENT_REPORTS_TO_HIDE, COMMENTS_PER_DAY } from '#contract/limits.ts';
import type { QuestionComment, QueuedComment } from '#contract/study/question-comments.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let teacher: Person;
let admin: Person;
let ana: Person;
let bruno: Person;
let question: Question;

const call = (as: Person, method: Method, url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const ok = async (as: Person, method: Method, url: string, payload?: object) => {
  const reply = await call(as, method, url, payload);
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json();
};
const below = (id = question.id) => `/api/answered-questions/${id}/comments`;
const read = async (as: Person, sort = 'useful'): Promise<QuestionComment[]> =>
  (await ok(as, 'GET', `${below()}?sort=${sort}`)).comments;
const write = (as: Person, body: string, more: object = {}) =>
  ok(as, 'POST', below(), { body, creationKey: randomUUID(), ...more });
const one = (id: number, what = '') => `/api/question-comments/${id}${what}`;
const queue = async (as: Person): Promise<QueuedComment[]> => ok(as, 'GET', '/api/teacher/question-comments');
/** By an administrator who has just signed in: changing settings asks for a fresh proof. */
const settings = async (change: object) => {
  const owner = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  const { version } = await ok(owner, 'GET', '/api/admin/settings');
  await ok(owner, 'PATCH', '/api/admin/settings', { version, ...change });
};

async function answer(person: Person, asked: Question = question): Promise<void> {
  const topic = `Tópico ${asked.id}`;
  const { id } = await ok(person, 'POST', '/api/practices', { kind: 'free', topic, count: 1 });
  await ok(person, 'POST', `/api/practices/${id}/answers`, { questionId: asked.id, optionId: asked.right });
}
async function newQuestion(): Promise<Question> {
  const made = await createBankQuestion(test, teacher);
  await sql`UPDATE questions SET topic = ${`Tópico ${made.id}`} WHERE id = ${made.id}`.execute(test.deps.db);
  return made;
}

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  admin = await createPerson(test.deps.db, { role: 'admin' });
});
beforeEach(async () => {
  ana = await createPerson(test.deps.db);
  bruno = await createPerson(test.deps.db);
  question = await newQuestion();
  await answer(ana);
  await answer(bruno);
});

describe('reading and writing', () => {
  it('needs an answer to the question first', async () => {
    const stranger = await createPerson(test.deps.db);
    for (const [method, payload] of [['GET'], ['POST', { body: 'x', creationKey: randomUUID() }]] as const) {
      expect((await call(stranger, method, below(), payload)).statusCode).toBe(404);
    }
    const { id } = await write(ana, 'Só depois de responder.');
    expect((await call(stranger, 'PUT', one(id, '/vote'), { helped: true })).statusCode).toBe(404);
    expect((await call(stranger, 'POST', one(id, '/report'))).statusCode).toBe(404);
  });

  it('shows a bird or a tree, the same name below one question, and never the name of a student', async () => {
    const { name } = await ok(ana, 'GET', below());
    const first = await write(ana, 'Um.');
    const second = await write(ana, 'Dois.');
    expect([first.name, second.name]).toEqual([name, name]);
    const other = await write(bruno, 'Três.');
    expect(other.name).not.toBe(name);
    const text = JSON.stringify(await read(bruno));
    for (const { firstName, lastName } of [ana, bruno]) {
      expect(text).not.toContain(firstName);
      expect(text).not.toContain(lastName);
    }
    expect(text).not.toContain(ana.id);
  });

  it('repeated with the same key is the same comment', async () => {
    const body = { body: 'Uma vez.', creationKey: randomUUID() };
    const [first, again] = [await call(ana, 'POST', below(), body), await call(ana, 'POST', below(), body)];
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.json().id).toBe(first.json().id);
    expect(await read(ana)).toHaveLength(1);
  });

  it('a reply belongs to a comment of the same question and has no replies', async () => {
    const { id } = await write(ana, 'Comentário.');
    const reply = await write(bruno, 'Resposta.', { parentId: id });
    expect((await read(ana))[0]?.replies).toMatchObject([{ id: reply.id, body: 'Resposta.' }]);
    const deeper = await call(ana, 'POST', below(), { body: 'x', parentId: reply.id, creationKey: randomUUID() });
    expect(deeper.json().code).toBe('state_conflict');
    const other = await newQuestion();
    await answer(ana, other);
    const elsewhere = { body: 'x', parentId: id, creationKey: randomUUID() };
    expect((await call(ana, 'POST', below(other.id), elsewhere)).statusCode).toBe(404);
  });

  it('can be edited for 15 minutes, and deleted at any time; its replies stay', async () => {
    const { id } = await write(ana, 'Com erro.');
    await write(bruno, 'Resposta.', { parentId: id });
    expect((await call(bruno, 'PATCH', one(id), { body: 'x' })).statusCode).toBe(404);
    test.clock.advance(15 * MINUTE_MS - 1);
    expect(await ok(ana, 'PATCH', one(id), { body: 'Certo.' })).toMatchObject({ body: 'Certo.' });
    test.clock.advance(1);
    expect((await call(ana, 'PATCH', one(id), { body: 'Tarde.' })).json().code).toBe('state_conflict');
    expect((await call(bruno, 'DELETE', one(id))).statusCode).toBe(404);
    await ok(ana, 'DELETE', one(id));
    await ok(ana, 'DELETE', one(id));
    expect(await read(bruno)).toMatchObject([{ state: 'deleted', body: '', replies: [{ body: 'Resposta.' }] }]);
    const stored = await test.deps.db.selectFrom('question_comments').select('body').where('id', '=', id).execute();
    expect(stored).toEqual([{ body: '' }]);
  });

  it('a person writes a limited number of comments a day', async () => {
    await sql`INSERT INTO question_comments
        (question_id, user_id, body, alias, state, written_on, created_at, creation_key)
      SELECT ${question.id}, ${ana.id}, 'x', 'Ipê 1', 'shown', (SELECT (${test.clock.now()}::timestamptz AT TIME ZONE 'America/Sao_Paulo')::date),
        ${test.clock.now()}, gen_random_uuid() FROM generate_series(1, ${COMMENTS_PER_DAY}::int)`.execute(test.deps.db);
    const refused = await call(ana, 'POST', below(), { body: 'Mais um.', creationKey: randomUUID() });
    expect(refused.statusCode).toBe(429);
  });
});

describe('order and votes', () => {
  it('puts the seal of a teacher first, then what helped most, then the newest', async () => {
    await answer(teacher);
    const old = await write(ana, 'Antigo.');
    const helpful = await write(ana, 'Útil.');
    const young = await write(ana, 'Novo.');
    const sealed = await write(teacher, 'Do professor.');
    await ok(bruno, 'PUT', one(helpful.id, '/vote'), { helped: true });
    const order = async (sort?: string) => (await read(bruno, sort)).map(({ id }) => id);
    expect(await order()).toEqual([sealed.id, helpful.id, young.id, old.id]);
    expect(await order('newest')).toEqual([sealed.id, young.id, helpful.id, old.id].toSorted((a, b) => b - a));
    await ok(teacher, 'PUT', `/api/teacher/question-comments/${old.id}/seal`, { isSealed: true, editedAt: null });
    expect((await order()).slice(0, 2).toSorted((a, b) => a - b)).toEqual([old.id, sealed.id]);
    expect((await read(bruno)).find(({ id }) => id === sealed.id)).toMatchObject({ isTeacher: true, isSealed: true });
  });

  it('votes that race count once each, and the count equals a recount', async () => {
    const { id } = await write(ana, 'Ajudou?');
    const voters = [bruno];
    for (let i = 0; i < 7; i += 1) {
      const voter = await createPerson(test.deps.db);
      await answer(voter);
      voters.push(voter);
    }
    const votes = voters.flatMap((voter, i) => [true, i % 2 === 0, true].map((helped) => ({ voter, helped })));
    await Promise.all(votes.map(({ voter, helped }) => ok(voter, 'PUT', one(id, '/vote'), { helped })));
    await Promise.all(voters.slice(0, 3).map((voter) => ok(voter, 'PUT', one(id, '/vote'), { helped: false })));
    const { rows } = await sql<{ stored: number; counted: number }>`
      SELECT votes AS stored, (SELECT count(*)::int FROM question_comment_votes v WHERE v.comment_id = c.id) AS counted
      FROM question_comments c WHERE id = ${id}`.execute(test.deps.db);
    expect(rows[0]?.stored).toBe(rows[0]?.counted);
    expect(rows[0]?.counted).toBeGreaterThan(0);
    expect((await call(ana, 'PUT', one(id, '/vote'), { helped: true })).statusCode).toBe(404);
  });
});

describe('reports, words and decisions', () => {
  const hideByReports = async (id: number) => {
    for (let i = 0; i < COMMENT_REPORTS_TO_HIDE; i += 1) {
      const reporter = await createPerson(test.deps.db);
      await answer(reporter);
      const last = await ok(reporter, 'POST', one(id, '/report'));
      expect(await ok(reporter, 'POST', one(id, '/report'))).toEqual(last);
      expect(last.isHidden).toBe(i === COMMENT_REPORTS_TO_HIDE - 1);
    }
  };

  it('three reports hide a comment from others at once, and a teacher shows it again', async () => {
    const { id } = await write(ana, 'Palavras que incomodam.');
    await write(bruno, 'Resposta por baixo.', { parentId: id });
    await hideByReports(id);
    expect(JSON.stringify(await read(bruno))).not.toMatch(/incomodam|por baixo/);
    expect((await read(ana))[0]?.body).toBe('Palavras que incomodam.');
    expect((await call(bruno, 'PUT', one(id, '/vote'), { helped: true })).statusCode).toBe(404);
    expect((await queue(teacher)).find((row) => row.id === id)).toMatchObject({ reportCount: 3, state: 'reported' });
    const before = (await ok(teacher, 'GET', '/api/waiting')).comments;
    expect(before).toBe((await queue(teacher)).length);
    await ok(teacher, 'PUT', `/api/teacher/question-comments/${id}/decision`, { decision: 'show', editedAt: null });
    expect((await ok(teacher, 'GET', '/api/waiting')).comments).toBe(before - 1);
    expect((await read(bruno))[0]).toMatchObject({ body: 'Palavras que incomodam.', state: 'shown' });
    const newcomer = await createPerson(test.deps.db);
    await answer(newcomer);
    expect(await ok(newcomer, 'POST', one(id, '/report'))).toEqual({ isHidden: false });
  });

  it('a comment that a teacher hides is read by its writer alone; the decision is in the audit', async () => {
    const { id } = await write(ana, 'Fora.');
    const other = await createPerson(test.deps.db, { role: 'teacher' });
    const url = `/api/teacher/question-comments/${id}/decision`;
    expect((await call(other, 'PUT', url, { decision: 'hide', editedAt: null })).statusCode).toBe(404);
    await ok(teacher, 'PUT', url, { decision: 'hide', editedAt: null });
    expect(await read(bruno)).toEqual([]);
    expect(await read(ana)).toMatchObject([{ state: 'hidden', body: 'Fora.' }]);
    expect((await call(ana, 'PATCH', one(id), { body: 'De novo.' })).json().code).toBe('state_conflict');
    const events = await test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('subject', '=', `comment:${id}`)
      .execute();
    expect(events).toEqual([{ action: 'comment.hidden', actor_id: teacher.id }]);
  });

  it('a comment with a word that the school holds back waits for a teacher', async () => {
    await settings({ commentWords: 'gabarito pirata' });
    const { id, state } = await write(ana, 'Tenho o Gabarito, pirata!');
    expect(state).toBe('held');
    expect(await read(bruno)).toEqual([]);
    const { editedAt } = await ok(ana, 'PATCH', one(id), { body: 'Inocente.' });
    expect(await read(bruno)).toEqual([]);
    expect((await queue(admin)).map((row) => row.id)).toContain(id);
    await ok(admin, 'PUT', `/api/teacher/question-comments/${id}/decision`, { decision: 'show', editedAt });
    expect(await read(bruno)).toHaveLength(1);
    await settings({ commentWords: null });
  });

  it('the school may switch comments off, or let only those who paid write', async () => {
    const { id } = await write(ana, 'Antes.');
    await settings({ comments: 'paying' });
    const payer = await createPerson(test.deps.db, { payment: 'approved' });
    await answer(payer);
    expect((await ok(payer, 'GET', below())).writing).toBe('open');
    const guest = await createPerson(test.deps.db);
    await answer(guest);
    await sql`UPDATE payments SET amount = 0 WHERE student_id = ${guest.id}`.execute(test.deps.db);
    const body = { body: 'x', creationKey: randomUUID() };
    expect((await ok(guest, 'GET', below())).writing).toBe('paying');
    expect((await call(guest, 'POST', below(), body)).statusCode).toBe(403);
    await settings({ comments: 'off' });
    expect(await ok(payer, 'GET', below())).toMatchObject({ writing: 'off', comments: [], total: 0 });
    expect(await ok(payer, 'GET', `/api/answered-questions/${question.id}/comment-count`)).toMatchObject({
      isOff: true,
    });
    expect((await call(payer, 'POST', below(), body)).statusCode).toBe(403);
    await ok(ana, 'DELETE', one(id));
    await settings({ comments: null });
  });
});

it('replies of a day are one unread notification, without their words', async () => {
  const { id } = await write(ana, 'Comentário.');
  await write(ana, 'Só eu.', { parentId: id });
  expect(await ok(ana, 'GET', '/api/notifications')).toEqual([]);
  await write(bruno, 'Segredo um.', { parentId: id });
  await write(bruno, 'Segredo dois.', { parentId: id });
  await write(ana, 'Eu mesma.', { parentId: id });
  const bell = await ok(ana, 'GET', '/api/notifications');
  expect(bell).toMatchObject([
    { kind: 'comment_replied', title: '2 respostas aos seus comentários', path: `/questions/${question.id}` },
  ]);
  expect(JSON.stringify(bell)).not.toContain('Segredo');
});

it('nothing of the comments leaves while the question is in an open attempt of the reader', async () => {
  const { id } = await write(ana, 'A certa é a segunda.');
  const quiz = await publishComposed(test, teacher, { questionIds: [question.id] });
  await ok(bruno, 'POST', `/api/quizzes/${quiz.id}/start`);
  const calls: [Method, string, object?][] = [
    ['GET', below()],
    ['GET', `/api/answered-questions/${question.id}/comment-count`],
    ['POST', below(), { body: 'x', creationKey: randomUUID() }],
    ['PUT', one(id, '/vote'), { helped: true }],
    ['POST', one(id, '/report')],
  ];
  for (const [method, url, payload] of calls) {
    const refused = await call(bruno, method, url, payload);
    expect(refused.json().code, url).toBe('attempt_open');
    expect(refused.body).not.toContain('segunda');
  }
});
