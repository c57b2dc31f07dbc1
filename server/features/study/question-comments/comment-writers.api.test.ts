import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommentReply, QuestionComment, QueuedComment } from '#contract/study/question-comments.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let teacher: Person;
let ana: Person;
let bruno: Person;
let question: Awaited<ReturnType<typeof createBankQuestion>>;

const call = (as: Person, method: Method, url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const ok = async (as: Person, method: Method, url: string, payload?: object) => {
  const reply = await call(as, method, url, payload);
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json();
};
const below = () => `/api/answered-questions/${question.id}/comments`;
const read = async (as: Person): Promise<QuestionComment[]> => (await ok(as, 'GET', below())).comments;
const write = (as: Person, body: string, parentId?: number): Promise<CommentReply> =>
  ok(as, 'POST', below(), { body, creationKey: randomUUID(), ...(parentId ? { parentId } : {}) });
const one = (id: number, what = '') => `/api/question-comments/${id}${what}`;
const moderated = (id: number, what: 'seal' | 'decision') => `/api/teacher/question-comments/${id}/${what}`;
const queued = async (id: number): Promise<QueuedComment | undefined> =>
  (await ok(teacher, 'GET', '/api/teacher/question-comments')).find((row: QueuedComment) => row.id === id);
const edit = (as: Person, id: number, body: string): Promise<CommentReply> => {
  test.clock.advance(1000);
  return ok(as, 'PATCH', one(id), { body });
};

async function answer(person: Person): Promise<void> {
  const { id } = await ok(person, 'POST', '/api/practices', {
    kind: 'free',
    topic: `Tópico ${question.id}`,
    count: 1,
  });
  await ok(person, 'POST', `/api/practices/${id}/answers`, { questionId: question.id, optionId: question.right });
}

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
});
beforeEach(async () => {
  ana = await createPerson(test.deps.db);
  bruno = await createPerson(test.deps.db);
  question = await createBankQuestion(test, teacher);
  await sql`UPDATE questions SET topic = ${`Tópico ${question.id}`} WHERE id = ${question.id}`.execute(test.deps.db);
  await answer(ana);
  await answer(bruno);
});

describe('names', () => {
  it('comments and names below a question are found by an index', async () => {
    const plan = await test.deps.db.transaction().execute(async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx);
      return sql<{
        'QUERY PLAN': string;
      }>`EXPLAIN SELECT count(*) FROM question_comments WHERE question_id = 1`.execute(tx);
    });
    expect(JSON.stringify(plan.rows)).toContain('question_comments_of_question');
  });

  it('a taken name gets the next free number, and stays with the person', async () => {
    const { name } = await ok(ana, 'GET', below());
    const [bird, number] = name.split(/ (?=\d+$)/);
    await sql`INSERT INTO question_comments
        (question_id, user_id, body, alias, state, written_on, created_at, creation_key)
      SELECT ${question.id}, ${bruno.id}, 'x', ${bird}::text || ' ' || (${Number(number)}::int + step), 'shown',
        '2020-01-01', now(), gen_random_uuid() FROM generate_series(0, 149) AS step`.execute(test.deps.db);
    const written = await write(ana, 'Um.');
    expect(written.name).toBe(`${bird} ${Number(number) + 150}`);
    expect((await ok(ana, 'GET', below())).name).toBe(written.name);
  });
});

describe('an erased account', () => {
  const erase = async (person: Person) => {
    const boss = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
    await ok(boss, 'DELETE', `/api/admin/users/${person.id}`);
  };

  it('leaves the replies of others, and counts that equal a recount', async () => {
    const discussed = await write(ana, 'Palavras da Ana.');
    await write(bruno, 'Resposta do Bruno.', discussed.id);
    await write(ana, 'Resposta da Ana.', discussed.id);
    const alone = await write(ana, 'Sem respostas.');
    await write(ana, 'Só eu.', alone.id);
    const helped = await write(bruno, 'Ajudou a Ana.');
    const replied = await write(ana, 'Ao Bruno.', helped.id);
    await ok(ana, 'PUT', one(helped.id, '/vote'), { helped: true });
    await ok(bruno, 'POST', one(discussed.id, '/report'));
    await erase(ana);
    expect((await read(bruno)).toSorted((a, b) => a.id - b.id)).toMatchObject([
      { id: discussed.id, state: 'deleted', body: '', isMine: false, replies: [{ body: 'Resposta do Bruno.' }] },
      { id: helped.id, votes: 0, replies: [] },
    ]);
    const { rows } = await sql<{ id: number; stored: number; counted: number; body: string }>`
      SELECT id, body, votes AS stored,
        (SELECT count(*)::int FROM question_comment_votes v WHERE v.comment_id = c.id) AS counted
      FROM question_comments c WHERE question_id = ${question.id}`.execute(test.deps.db);
    expect(rows.filter(({ stored, counted }) => stored !== counted)).toEqual([]);
    expect(rows.map(({ id }) => id)).not.toContain(replied.id);
    expect(JSON.stringify(rows)).not.toMatch(/Palavras|da Ana\.|Sem respostas|Só eu/);
    expect(await queued(discussed.id)).toBeUndefined();
    await erase(bruno);
    const left = await test.deps.db
      .selectFrom('question_comments')
      .select('id')
      .where('question_id', '=', question.id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('what a teacher has read', () => {
  it('an edit takes the seal of a student, not of a teacher', async () => {
    const { id, editedAt } = await write(ana, 'Certo.');
    await ok(teacher, 'PUT', moderated(id, 'seal'), { isSealed: true, editedAt });
    expect((await read(bruno))[0]).toMatchObject({ isSealed: true });
    expect(await edit(ana, id, 'Certo.')).toMatchObject({ isSealed: true });
    expect(await edit(ana, id, 'Outra coisa.')).toMatchObject({ isSealed: false });
    const own = await write(teacher, 'Do professor.');
    expect(await edit(teacher, own.id, 'Do professor, corrigido.')).toMatchObject({ isSealed: true });
  });

  it('the seal and a decision are refused for words that were edited since', async () => {
    const { id, editedAt } = await write(ana, 'Chama no (11) 91234-5678');
    expect(await queued(id)).toMatchObject({ state: 'held', editedAt: null });
    await edit(ana, id, 'Outras palavras.');
    const refused = await call(teacher, 'PUT', moderated(id, 'decision'), { decision: 'show', editedAt });
    expect(refused.json().code).toBe('state_conflict');
    expect(await read(bruno)).toEqual([]);
    const now = (await queued(id))?.editedAt;
    await ok(teacher, 'PUT', moderated(id, 'decision'), { decision: 'show', editedAt: now });
    const last = await edit(ana, id, 'Mais outras.');
    const sealed = await call(teacher, 'PUT', moderated(id, 'seal'), { isSealed: true, editedAt: now });
    expect(sealed.json().code).toBe('state_conflict');
    await ok(teacher, 'PUT', moderated(id, 'seal'), { isSealed: true, editedAt: last.editedAt });
  });

  it('words that are not shown get no seal', async () => {
    const { id, editedAt } = await write(ana, 'Veja www.exemplo.com');
    const refused = await call(teacher, 'PUT', moderated(id, 'seal'), { isSealed: true, editedAt });
    expect(refused.json().code).toBe('state_conflict');
  });
});

describe('the author of the question', () => {
  it('reads, writes and seals without an answer, and under their name', async () => {
    const { id, editedAt } = await write(ana, 'Comentário.');
    const page = await ok(teacher, 'GET', below());
    expect(page).toMatchObject({ name: `${teacher.firstName} ${teacher.lastName}`, canModerate: true });
    expect(page.comments).toMatchObject([{ id }]);
    expect(await ok(teacher, 'GET', `/api/answered-questions/${question.id}/comment-count`)).toMatchObject({
      total: 1,
    });
    const written = await write(teacher, 'Boa.', id);
    expect(written.name).toBe(page.name);
    await ok(teacher, 'PUT', one(id, '/vote'), { helped: true });
    await ok(teacher, 'PUT', moderated(id, 'seal'), { isSealed: true, editedAt });
  });

  it('moderates below a question without comments too; administrators do below all', async () => {
    expect(await ok(teacher, 'GET', below())).toMatchObject({ canModerate: true, comments: [] });
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    expect(await ok(admin, 'GET', below())).toMatchObject({ canModerate: true });
    const other = await createPerson(test.deps.db, { role: 'teacher' });
    expect((await call(other, 'GET', below())).statusCode).toBe(404);
    expect((await call(admin, 'GET', '/api/answered-questions/999999/comments')).statusCode).toBe(404);
  });

  it('waits for the end of an open attempt, as all do', async () => {
    const admin = await createPerson(test.deps.db, { role: 'admin' });
    const quiz = await publishComposed(test, teacher, { questionIds: [question.id] });
    await ok(admin, 'POST', `/api/quizzes/${quiz.id}/start`);
    expect((await call(admin, 'GET', below())).json().code).toBe('attempt_open');
  });
});

it('a reply that was held back rings the bell when a teacher shows it, once', async () => {
  const { id } = await write(ana, 'Comentário.');
  const reply = await write(bruno, 'Veja www.exemplo.com', id);
  expect(await ok(ana, 'GET', '/api/notifications')).toEqual([]);
  const show = { decision: 'show', editedAt: reply.editedAt };
  await ok(teacher, 'PUT', moderated(reply.id, 'decision'), show);
  await ok(teacher, 'PUT', moderated(reply.id, 'decision'), show);
  expect(await ok(ana, 'GET', '/api/notifications')).toMatchObject([
    { kind: 'comment_replied', title: 'Responderam ao seu comentário', path: `/questions/${question.id}` },
  ]);
});

it('a held reply below a comment that is gone rings no bell', async () => {
  const { id } = await write(ana, 'Comentário.');
  const reply = await write(bruno, 'Veja www.exemplo.com', id);
  await ok(ana, 'DELETE', one(id));
  await ok(teacher, 'PUT', moderated(reply.id, 'decision'), { decision: 'show', editedAt: reply.editedAt });
  expect(await ok(ana, 'GET', '/api/notifications')).toEqual([]);
});
