import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#server/db/transact.ts';
import { removeUntouched } from '#server/features/questions/questions/bulk-questions.service.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

let teacher: Person;
let student: Person;

const call = (as: Person, method: Method, url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const ok = async (as: Person, method: Method, url: string, payload?: object) => {
  const reply = await call(as, method, url, payload);
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json();
};
const bank = () => createBankQuestion(test, teacher);
const make = (as: Person, body: object) =>
  ok(as, 'POST', '/api/question-lists', { name: 'Caderno', creationKey: randomUUID(), ...body });

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  student = await createPerson(test.deps.db);
});

describe('a question that a list has', () => {
  it('is in use: its author cannot delete it, and the list keeps its numbers', async () => {
    const [first, second] = [await bank(), await bank()];
    const { id } = await make(student, { questionIds: [first.id, second.id] });
    const refused = await call(teacher, 'DELETE', `/api/teacher/questions/${first.id}`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'question_in_use']);
    const list = await ok(student, 'GET', `/api/question-lists/${id}`);
    expect(list.items.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
    await ok(student, 'DELETE', `/api/question-lists/${id}`);
    expect((await call(teacher, 'DELETE', `/api/teacher/questions/${first.id}`)).statusCode).toBeLessThan(300);
  });

  it('stays when the import that made it is taken back', async () => {
    const [listed, other] = [await bank(), await bank()];
    await make(student, { questionIds: [listed.id] });
    expect(await transact(test.deps, (tx) => removeUntouched(tx, [listed.id, other.id]))).toEqual([other.id]);
  });
});

it('a list whose questions an earlier version deleted is repaired once: numbers without gaps, counts of what is left', async () => {
  const questions = [await bank(), await bank(), await bank()];
  const [first, second, third] = questions.map((question) => question.id) as [number, number, number];
  const { db } = test.deps;
  const { id } = await make(student, { questionIds: [first, second, third] });
  const other = await make(student, { questionIds: [first, second] });
  await sql`UPDATE question_list_items SET rank = 4 - position, answered_at = now(), is_correct = true
    WHERE list_id = ${id}`.execute(db);
  await sql`UPDATE question_lists SET answered = 3, correct = 3 WHERE id = ${id}`.execute(db);
  await sql`DELETE FROM question_list_items WHERE list_id = ${id} AND question_id = ${second}`.execute(db);
  const repair = await readFile('server/db/migrations/1613_question_list_repair.sql', 'utf8');
  const read = async () => {
    const items = await sql`SELECT list_id, question_id, position, rank FROM question_list_items
      WHERE list_id IN (${id}, ${other.id}) ORDER BY list_id, position`.execute(db);
    const lists = await sql`SELECT id, total, answered, correct FROM question_lists
      WHERE id IN (${id}, ${other.id}) ORDER BY id`.execute(db);
    return { items: items.rows, lists: lists.rows };
  };
  // A repeat changes nothing.
  for (let time = 0; time < 2; time += 1) {
    await sql.raw(repair).execute(db);
    expect(await read()).toEqual({
      items: [
        { list_id: id, question_id: first, position: 1, rank: 2 },
        { list_id: id, question_id: third, position: 2, rank: 1 },
        { list_id: other.id, question_id: first, position: 1, rank: 1 },
        { list_id: other.id, question_id: second, position: 2, rank: 2 },
      ],
      lists: [
        { id, total: 2, answered: 2, correct: 2 },
        { id: other.id, total: 2, answered: 0, correct: 0 },
      ],
    });
  }
});

describe('an offer to a course', () => {
  it('ends with the course, and does not stop later changes of the offer', async () => {
    const { db } = test.deps;
    const [deleted, given, kept] = [
      await createCourse(db, { instructorId: teacher.id }),
      await createCourse(db, { instructorId: teacher.id }),
      await createCourse(db, { instructorId: teacher.id }),
    ];
    const { id } = await make(teacher, { questionIds: [(await bank()).id] });
    const url = `/api/teacher/question-lists/${id}/courses`;
    await ok(teacher, 'PUT', url, { courseIds: [deleted] });
    const follower = await createPerson(db);
    await ok(follower, 'POST', `/api/courses/${deleted}/enrollment`);
    expect(await ok(follower, 'GET', '/api/offered-question-lists')).toMatchObject([{ id }]);
    await sql`UPDATE courses SET deleted_at = ${test.clock.now()} WHERE id = ${deleted}`.execute(db);
    expect(await ok(follower, 'GET', '/api/offered-question-lists')).toEqual([]);
    const copying = { creationKey: randomUUID() };
    expect((await call(follower, 'POST', `/api/offered-question-lists/${id}/copy`, copying)).statusCode).toBe(404);

    await ok(teacher, 'PUT', url, { courseIds: [given, kept] });
    const other = await createPerson(db, { role: 'teacher' });
    await sql`UPDATE courses SET instructor_id = ${other.id} WHERE id = ${given}`.execute(db);
    const { courseIds, givenCourses } = await ok(teacher, 'GET', `/api/question-lists/${id}`);
    expect(courseIds).toEqual([kept]);
    expect(givenCourses.map((course: { id: number }) => course.id)).toEqual([given]);
    await ok(teacher, 'PUT', url, { courseIds });
    expect((await call(teacher, 'PUT', url, { courseIds: [given] })).statusCode).toBe(404);
    await ok(teacher, 'PUT', url, { courseIds: [] });
    const left = await sql<{ id: number }>`
      SELECT course_id AS id FROM question_list_offers WHERE list_id = ${id} ORDER BY 1`.execute(db);
    expect(left.rows.map((row) => row.id)).toEqual([deleted, given]);

    // The owner of the list ends the offer, also to a course of another teacher.
    await ok(teacher, 'PUT', url, { courseIds: [], ended: [given] });
    expect((await ok(teacher, 'GET', `/api/question-lists/${id}`)).givenCourses).toEqual([]);
  });
});

describe('printing', () => {
  it('a stretch whose questions are all closed is empty, and says so', async () => {
    const secret = await bank();
    const { id } = await make(student, { questionIds: [secret.id] });
    await publishComposed(test, teacher, { questionIds: [secret.id] });
    for (const key of ['without', 'with']) {
      expect(await ok(student, 'GET', `/api/question-lists/${id}/print?key=${key}`)).toMatchObject({
        questions: [],
        from: 1,
        through: 1,
        closed: 1,
        total: 1,
      });
    }
    const empty = await make(student, {});
    expect((await call(student, 'GET', `/api/question-lists/${empty.id}/print`)).json().code).toBe(
      'nothing_to_practise',
    );
  });
});

describe('a retry', () => {
  it('finds the list that was made, even if nothing could be chosen for it any more', async () => {
    const question = await bank();
    const body = { name: 'Caderno', questionIds: [question.id], creationKey: randomUUID() };
    const first = await call(student, 'POST', '/api/question-lists', body);
    const { token } = await ok(student, 'POST', `/api/question-lists/${first.json().id}/share`);
    const receiver = await createPerson(test.deps.db);
    const copying = { creationKey: randomUUID() };
    const copied = await ok(receiver, 'POST', `/api/shared-question-lists/${token}/copy`, copying);
    await publishComposed(test, teacher, { questionIds: [question.id] });
    const again = await call(student, 'POST', '/api/question-lists', body);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await ok(receiver, 'POST', `/api/shared-question-lists/${token}/copy`, copying)).toEqual(copied);
    await ok(student, 'DELETE', `/api/question-lists/${first.json().id}/share`);
    expect(await ok(receiver, 'POST', `/api/shared-question-lists/${token}/copy`, copying)).toEqual(copied);
  });

  it('to practise the wrong ones returns the practice that was already started', async () => {
    const question = await bank();
    const { id } = await make(student, { questionIds: [question.id] });
    const url = `/api/question-lists/${id}/practice`;
    const { practiceId } = await ok(student, 'POST', url, {});
    const answer = { questionId: question.id, optionId: question.wrong };
    await ok(student, 'POST', `/api/practices/${practiceId}/answers`, answer);
    const body = { only: 'wrong', creationKey: randomUUID() };
    const begun = await ok(student, 'POST', url, body);
    expect(begun.practiceId).not.toBe(practiceId);
    expect(await ok(student, 'POST', url, body)).toEqual(begun);
    expect((await ok(student, 'GET', `/api/practices/${begun.practiceId}`)).finishedAt).toBeNull();
  });
});
