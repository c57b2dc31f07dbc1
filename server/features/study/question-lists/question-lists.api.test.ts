import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { QUESTION_LIST_PAGE, QUESTION_LIST_QUESTIONS_MAX, QUESTION_LISTS_MAX } from '#contract/limits.ts';
import type { QuestionList, QuestionListSummary } from '#contract/study/question-lists.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let teacher: Person;
let subjectId: number;
let questions: Question[];
let student: Person;

const call = (as: Person, method: Method, url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const ok = async (as: Person, method: Method, url: string, payload?: object) => {
  const reply = await call(as, method, url, payload);
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json();
};
const make = (as: Person, body: object = {}) =>
  ok(as, 'POST', '/api/question-lists', { name: 'Caderno', creationKey: randomUUID(), ...body });
const read = (as: Person, id: number, query = ''): Promise<QuestionList> =>
  ok(as, 'GET', `/api/question-lists/${id}${query}`);
const summaries = (as: Person, query = ''): Promise<QuestionListSummary[]> =>
  ok(as, 'GET', `/api/question-lists${query}`);
const idsIn = async (as: Person, id: number, query = '') =>
  (await read(as, id, query)).items.map(({ questionId }) => questionId);
const practise = async (as: Person, id: number, body: object = {}) =>
  (await ok(as, 'POST', `/api/question-lists/${id}/practice`, body)).practiceId as number;
const answer = (as: Person, practiceId: number, question: Question, how: 'right' | 'wrong') =>
  ok(as, 'POST', `/api/practices/${practiceId}/answers`, { questionId: question.id, optionId: question[how] });
const all = () => questions.map(({ id }) => id);
const at = (index: number) => questions[index] as Question;

/** The counts of a list beside a count of its items. */
async function recount(id: number) {
  const { rows } = await sql<{ stored: object; counted: object }>`
    SELECT json_build_array(l.total, l.answered, l.correct) AS stored,
      (SELECT json_build_array(count(*), count(answered_at), count(*) FILTER (WHERE is_correct))
        FROM question_list_items WHERE list_id = l.id) AS counted
    FROM question_lists l WHERE id = ${id}`.execute(test.deps.db);
  return rows[0];
}

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  student = await createPerson(test.deps.db);
  subjectId = (await ok(teacher, 'POST', '/api/subjects', { name: 'Constitucional' })).id;
  const { id: topicId } = await ok(teacher, 'POST', '/api/teacher/topics', { subjectId, name: 'Art. 144' });
  questions = [];
  for (const difficulty of ['hard', 'easy', 'medium', 'easy'] as const) {
    questions.push(await createBankQuestion(test, teacher, { subjectId, topicId, difficulty, source: 'Vunesp' }));
  }
});

describe('making a list', () => {
  it('from a filter holds what fits; repeated with the same key it is the same list', async () => {
    const body = { name: 'Fáceis', filter: { difficulties: ['easy'] }, creationKey: randomUUID() };
    const first = await call(student, 'POST', '/api/question-lists', body);
    const again = await call(student, 'POST', '/api/question-lists', body);
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.json()).toEqual(first.json());
    expect(await idsIn(student, first.json().id)).toEqual([at(1).id, at(3).id]);
  });

  it('a fixed list stays as it was, a living one follows the bank', async () => {
    const source = `Banca ${randomUUID()}`;
    const old = await createBankQuestion(test, teacher, { source });
    const fixed = await make(student, { filter: { sources: [source] } });
    const living = await make(student, { filter: { sources: [source] }, isLiving: true });
    const added = await createBankQuestion(test, teacher, { source });
    test.clock.advance(11 * 60_000);
    expect(await idsIn(student, fixed.id)).toEqual([old.id]);
    expect(await idsIn(student, living.id)).toEqual([old.id, added.id]);
    expect((await call(student, 'DELETE', `/api/question-lists/${living.id}/questions/${old.id}`)).statusCode).toBe(
      409,
    );
    await ok(student, 'PATCH', `/api/question-lists/${living.id}`, { isLiving: false });
    await ok(student, 'DELETE', `/api/question-lists/${living.id}/questions/${old.id}`);
    expect(await idsIn(student, living.id)).toEqual([added.id]);
  });

  it('a living list drops an unanswered question that no longer fits, and keeps an answered one', async () => {
    const source = `Banca ${randomUUID()}`;
    const [one, two] = [
      await createBankQuestion(test, teacher, { source }),
      await createBankQuestion(test, teacher, { source }),
    ];
    const { id } = await make(student, { filter: { sources: [source] }, isLiving: true });
    await answer(student, await practise(student, id), one, 'right');
    await sql`UPDATE questions SET source = 'Outra' WHERE id IN (${one.id}, ${two.id})`.execute(test.deps.db);
    test.clock.advance(11 * 60_000);
    expect(await idsIn(student, id)).toEqual([one.id]);
    expect(await recount(id)).toEqual({ stored: [1, 1, 1], counted: [1, 1, 1] });
  });

  it('by hand adds each question once, in the named order', async () => {
    const { id } = await make(student);
    const url = `/api/question-lists/${id}/questions`;
    expect(await ok(student, 'POST', url, { questionIds: [at(2).id, at(0).id, at(2).id] })).toEqual({
      added: 2,
      total: 2,
    });
    expect(await ok(student, 'POST', url, { questionIds: [at(0).id, at(1).id] })).toEqual({ added: 1, total: 3 });
    expect(await idsIn(student, id)).toEqual([at(2).id, at(0).id, at(1).id]);
    const mine = await summaries(student, `?questionId=${at(1).id}`);
    expect(mine.find((one) => one.id === id)?.hasQuestion).toBe(true);
  });

  it('a person has at most 200 lists, and a list at most 5,000 questions', async () => {
    const person = await createPerson(test.deps.db);
    const { id } = await make(person);
    await sql`INSERT INTO question_lists (user_id, name, created_at, used_at)
      SELECT ${person.id}, 'x', ${test.clock.now()}, ${test.clock.now()}
      FROM generate_series(2, ${QUESTION_LISTS_MAX}::int)`.execute(test.deps.db);
    const body = { name: 'Mais um', creationKey: randomUUID() };
    expect((await call(person, 'POST', '/api/question-lists', body)).json().code).toBe('conflict');
    await fill(id, QUESTION_LIST_QUESTIONS_MAX);
    const full = await call(person, 'POST', `/api/question-lists/${id}/questions`, { questionIds: [at(0).id] });
    expect(full.json()).toMatchObject({ code: 'state_conflict', status: 'full' });
  });
});

/** Fills a list with questions outside the bank. */
async function fill(listId: number, count: number): Promise<void> {
  await sql`WITH made AS (
      INSERT INTO questions (kind, in_bank, status, created_at)
      SELECT 'choice', false, 'active', ${test.clock.now()} FROM generate_series(1, ${count}::int) RETURNING id
    ), numbered AS (SELECT id, row_number() OVER () AS n FROM made), listed AS (
      INSERT INTO question_list_items (list_id, question_id, position, rank)
      SELECT ${listId}, id, n, n FROM numbered)
    UPDATE question_lists SET total = ${count} WHERE id = ${listId}`.execute(test.deps.db);
}

describe('the order of a list', () => {
  it('moves, removes and sorts without gaps', async () => {
    const { id } = await make(student, { questionIds: all() });
    const [a, b, c, d] = all() as [number, number, number, number];
    await ok(student, 'PUT', `/api/question-lists/${id}/questions/${d}/position`, { number: 1 });
    expect(await idsIn(student, id)).toEqual([d, a, b, c]);
    await ok(student, 'PUT', `/api/question-lists/${id}/questions/${d}/position`, { number: 3 });
    expect(await idsIn(student, id)).toEqual([a, b, d, c]);
    await ok(student, 'PATCH', `/api/question-lists/${id}`, { ordering: 'easy-first' });
    expect(await idsIn(student, id)).toEqual([b, d, c, a]);
    const refused = await call(student, 'PUT', `/api/question-lists/${id}/questions/${a}/position`, { number: 1 });
    expect(refused.json().code).toBe('state_conflict');
    await ok(student, 'DELETE', `/api/question-lists/${id}/questions/${d}`);
    expect((await read(student, id)).items.map(({ questionId, number }) => [questionId, number])).toEqual([
      [b, 1],
      [c, 2],
      [a, 3],
    ]);
    await ok(student, 'PATCH', `/api/question-lists/${id}`, { ordering: 'own' });
    expect(await idsIn(student, id)).toEqual([a, b, c]);
    await ok(student, 'PATCH', `/api/question-lists/${id}`, { ordering: 'shuffled' });
    expect((await idsIn(student, id)).toSorted((x, y) => x - y)).toEqual([a, b, c]);
  });

  it('a long list opens on the page where the student stopped', async () => {
    const { id } = await make(student);
    await fill(id, QUESTION_LIST_PAGE * 2);
    await sql`UPDATE question_list_items SET answered_at = ${test.clock.now()}, is_correct = true
      WHERE list_id = ${id} AND rank <= ${QUESTION_LIST_PAGE + 3}`.execute(test.deps.db);
    const list = await read(student, id);
    expect(list).toMatchObject({ page: 2, pages: 2, nextNumber: QUESTION_LIST_PAGE + 4 });
    expect(list.items.at(0)?.number).toBe(QUESTION_LIST_PAGE + 1);
    expect((await read(student, id, '?page=1')).items.at(-1)?.number).toBe(QUESTION_LIST_PAGE);
  });
});

describe('practising a list', () => {
  it('continues on any device where it stopped, and counts each answer once', async () => {
    const person = await createPerson(test.deps.db);
    const { id } = await make(person, { questionIds: all() });
    const practice = await practise(person, id);
    await answer(person, practice, at(0), 'wrong');
    await answer(person, practice, at(0), 'wrong');
    await answer(person, practice, at(1), 'right');
    expect(await practise(person, id)).toBe(practice);
    const list = await read(person, id);
    expect(list).toMatchObject({ answered: 2, correct: 1, nextNumber: 3, openPractice: practice });
    expect(list.items.map(({ state, wrongs }) => [state, wrongs])).toEqual([
      ['wrong', 1],
      ['right', 0],
      ['new', 0],
      ['new', 0],
    ]);
    expect(await recount(id)).toEqual({ stored: [4, 2, 1], counted: [4, 2, 1] });
    expect(await ok(person, 'GET', `/api/question-lists/${id}/topics`)).toEqual([
      expect.objectContaining({ topic: 'Art. 144', subject: 'Constitucional', total: 4, answered: 2, correct: 1 }),
    ]);
    expect((await ok(person, 'GET', `/api/practices/${practice}`)).questionListId).toBe(id);
  });

  it('only the wrong ones: a right answer takes the question off that page', async () => {
    const person = await createPerson(test.deps.db);
    const { id } = await make(person, { questionIds: all() });
    const first = await practise(person, id);
    await answer(person, first, at(0), 'wrong');
    await answer(person, first, at(1), 'wrong');
    await answer(person, first, at(2), 'right');
    expect(await idsIn(person, id, '?only=wrong')).toEqual([at(0).id, at(1).id]);
    const again = await practise(person, id, { only: 'wrong' });
    expect(again).not.toBe(first);
    await answer(person, again, at(0), 'right');
    await answer(person, again, at(1), 'wrong');
    const wrong = await read(person, id, '?only=wrong');
    expect(wrong.items).toMatchObject([{ questionId: at(1).id, wrongs: 2 }]);
    expect(wrong).toMatchObject({ answered: 3, correct: 2 });
    expect(await recount(id)).toEqual({ stored: [4, 3, 2], counted: [4, 3, 2] });
  });

  it('answers that race count once each', async () => {
    const person = await createPerson(test.deps.db);
    const { id } = await make(person, { questionIds: all() });
    const starts = await Promise.all([practise(person, id), practise(person, id), practise(person, id)]);
    expect(new Set(starts).size).toBe(1);
    const practice = starts[0] as number;
    await Promise.all([0, 1, 2, 3, 0, 1].map((index) => answer(person, practice, at(index), 'right')));
    expect(await recount(id)).toEqual({ stored: [4, 4, 4], counted: [4, 4, 4] });
  });

  it('a new order ends the open practice, and beginning again keeps the history', async () => {
    const person = await createPerson(test.deps.db);
    const { id } = await make(person, { questionIds: all() });
    const practice = await practise(person, id);
    await answer(person, practice, at(0), 'wrong');
    await ok(person, 'PATCH', `/api/question-lists/${id}`, { ordering: 'most-wrong' });
    expect((await ok(person, 'GET', `/api/practices/${practice}`)).finishedAt).not.toBeNull();
    await ok(person, 'POST', `/api/question-lists/${id}/restart`);
    expect(await read(person, id)).toMatchObject({ answered: 0, correct: 0, nextNumber: 1, openPractice: null });
    expect((await ok(person, 'GET', `/api/answered-questions/${at(0).id}`)).answer.isCorrect).toBe(false);
  });

  it('the order by mistakes puts the most often wrong first', async () => {
    const person = await createPerson(test.deps.db);
    const { id } = await make(person, { questionIds: all() });
    const practice = await practise(person, id);
    await answer(person, practice, at(3), 'wrong');
    await ok(person, 'GET', '/api/mistakes');
    await ok(person, 'PATCH', `/api/question-lists/${id}`, { ordering: 'most-wrong' });
    expect((await idsIn(person, id))[0]).toBe(at(3).id);
  });
});

describe('secrets', () => {
  it('a question of a mock exam that is still to be taken shows neither words nor state, and cannot be added', async () => {
    const person = await createPerson(test.deps.db);
    const [secret, plain] = [await createBankQuestion(test, teacher), await createBankQuestion(test, teacher)];
    const { id } = await make(person, { questionIds: [secret.id, plain.id] });
    await answer(person, await practise(person, id), secret, 'wrong');
    const quiz = await publishComposed(test, teacher, { questionIds: [secret.id] });
    expect((await read(person, id)).items).toMatchObject([
      { questionId: secret.id, state: 'closed', wrongs: 0, excerpt: null },
      { questionId: plain.id, state: 'new' },
    ]);
    const other = await make(person);
    const refused = await call(person, 'POST', `/api/question-lists/${other.id}/questions`, {
      questionIds: [secret.id],
    });
    expect(refused.json().code).toBe('nothing_to_practise');

    expect(await read(person, id)).toMatchObject({ answered: 1, correct: 0 });
    await ok(person, 'POST', `/api/quizzes/${quiz.id}/start`);
    const open = await read(person, id);
    expect(open).toMatchObject({ answered: 1, correct: null, withheldBy: { quizId: quiz.id } });
    expect((await summaries(person)).find((one) => one.id === id)?.correct).toBeNull();
    expect((await read(person, id, '?only=wrong')).items).toEqual([]);
    expect(await ok(person, 'GET', `/api/question-lists/${id}/topics`)).toMatchObject([{ answered: 1, correct: null }]);
  });

  it('printing shows keys only when asked, counts them as seen, and leaves closed questions out', async () => {
    const person = await createPerson(test.deps.db);
    const hidden = await createBankQuestion(test, teacher);
    const { id } = await make(person, { questionIds: [at(0).id, hidden.id, at(1).id] });
    await publishComposed(test, teacher, { questionIds: [hidden.id] });
    const plain = await ok(person, 'GET', `/api/question-lists/${id}/print`);
    expect(plain.questions.map(({ id: one }: { id: number }) => one)).toEqual([at(0).id, at(1).id]);
    expect(plain).toMatchObject({ closed: 1, through: 3, total: 3 });
    expect(JSON.stringify(plain)).not.toContain(`"rightOptionId":${at(0).right}`);
    const openings = () =>
      test.deps.db.selectFrom('key_openings').select('question_id').where('user_id', '=', person.id).execute();
    expect(await openings()).toEqual([]);
    const keyed = await ok(person, 'GET', `/api/question-lists/${id}/print?key=with`);
    expect(keyed.questions[0].rightOptionId).toBe(at(0).right);
    expect((await openings()).map((row) => row.question_id).toSorted((x, y) => x - y)).toEqual([at(0).id, at(1).id]);
  });
});

describe('passing a list on', () => {
  it('a link gives a copy with what the receiver may practise; an ended link gives nothing', async () => {
    const kept = await createBankQuestion(test, teacher);
    const owner = await createPerson(test.deps.db);
    const { id } = await make(owner, { name: 'Nosso', questionIds: [at(1).id, kept.id, at(0).id] });
    const { token } = await ok(owner, 'POST', `/api/question-lists/${id}/share`);
    expect((await ok(owner, 'POST', `/api/question-lists/${id}/share`)).token).toBe(token);
    await publishComposed(test, teacher, { questionIds: [kept.id] });
    const receiver = await createPerson(test.deps.db);
    const url = `/api/shared-question-lists/${token}`;
    expect(await ok(receiver, 'GET', url)).toEqual({ name: 'Nosso', total: 3, open: 2, teacher: null, ownId: null });
    const creationKey = randomUUID();
    const copy = await ok(receiver, 'POST', `${url}/copy`, { creationKey });
    expect(copy).toMatchObject({ total: 2, leftOut: 1 });
    expect((await ok(receiver, 'POST', `${url}/copy`, { creationKey })).id).toBe(copy.id);
    expect(await idsIn(receiver, copy.id)).toEqual([at(1).id, at(0).id]);
    expect((await read(owner, id)).copies).toBe(1);
    await ok(owner, 'DELETE', `/api/question-lists/${id}/share`);
    expect((await call(receiver, 'GET', url)).statusCode).toBe(404);
    await ok(owner, 'DELETE', `/api/question-lists/${id}`);
    expect(await idsIn(receiver, copy.id)).toEqual([at(1).id, at(0).id]);
  });

  it('a list offered to a course reaches those who follow it, and no one else', async () => {
    const { db } = test.deps;
    const courseId = await createCourse(db, { instructorId: teacher.id });
    const foreign = await createCourse(db, { instructorId: (await createPerson(db, { role: 'teacher' })).id });
    const { id } = await make(teacher, { name: 'Da turma', questionIds: all() });
    const url = `/api/teacher/question-lists/${id}/courses`;
    expect((await call(teacher, 'PUT', url, { courseIds: [foreign] })).statusCode).toBe(404);
    await ok(teacher, 'PUT', url, { courseIds: [courseId] });
    const follower = await createPerson(db);
    expect(await ok(follower, 'GET', '/api/offered-question-lists')).toEqual([]);
    const copying = `/api/offered-question-lists/${id}/copy`;
    expect((await call(follower, 'POST', copying, { creationKey: randomUUID() })).statusCode).toBe(404);
    await ok(follower, 'POST', `/api/courses/${courseId}/enrollment`);
    expect(await ok(follower, 'GET', '/api/offered-question-lists')).toMatchObject([
      { id, name: 'Da turma', total: 4, copyId: null },
    ]);
    const copy = await ok(follower, 'POST', copying, { creationKey: randomUUID() });
    const [offered] = await ok(follower, 'GET', '/api/offered-question-lists');
    expect(offered.copyId).toBe(copy.id);
    expect((await read(follower, copy.id)).teacher).toBe(offered.teacher);
    await ok(teacher, 'PUT', url, { courseIds: [] });
    expect(await ok(follower, 'GET', '/api/offered-question-lists')).toEqual([]);
    expect(await idsIn(follower, copy.id)).toEqual(all());
  });
});
