import { beforeAll, expect, it } from 'vitest';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let teacher: Person;
beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (as: Person, method: 'GET' | 'POST', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const certificatesOf = async (person: Person) => (await call(person, 'GET', '/api/certificates')).json();
const noticesOf = async (person: Person) => (await call(person, 'GET', '/api/notifications')).json();
const work = async () => {
  await test.deps.jobs.send(test.deps.db, 'close-overdue-attempts', {});
  await test.deps.jobs.drain();
};

/** A course whose only simulado shares its question with another one, which the student has open. */
async function scene() {
  const question = await createBankQuestion(test, teacher);
  const own = await publishComposed(test, teacher, { questionIds: [question.id] });
  const exam = await publishComposed(test, teacher, { questionIds: [question.id] }, { timeLimit: 10 });
  const courseId = await createCourse(test.deps.db, { quizzes: [own.id] });
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await enrollStudent(test.deps.db, person.id, courseId);
  const open = (await call(person, 'POST', `/api/quizzes/${exam.id}/start`)).json().id as number;
  const passed = await takeQuiz(test, person, own.id, new Map([[question.id, question.right]]));
  const progress = async () => (await call(person, 'GET', '/api/my-enrollments')).json()[0].progress;
  return { person, open, passed, progress };
}

it('a course that ends by a pass with a question of an open attempt ends with that attempt', async () => {
  const { person, open, progress } = await scene();
  expect([await progress(), await certificatesOf(person), await noticesOf(person)]).toEqual([0, [], []]);
  await call(person, 'POST', `/api/attempts/${open}/finish`, { answers: [] });
  expect(await progress()).toBe(100);
  expect(await certificatesOf(person)).toHaveLength(1);
  expect(await noticesOf(person)).toMatchObject([{ kind: 'certificate' }]);
});

it('a course also ends with the attempt when a deadline closes the attempt', async () => {
  const { person, progress } = await scene();
  test.clock.advance(10 * 60_000 + 5001);
  await work();
  expect([await progress(), (await certificatesOf(person)).length]).toEqual([100, 1]);
});

it('what two ends at the same moment held back from each other is freed within a minute', async () => {
  const { person, open, passed } = await scene();
  await call(person, 'POST', `/api/attempts/${open}/finish`, { answers: [] });
  await test.deps.db.deleteFrom('certificates').where('user_id', '=', person.id).execute();
  await test.deps.db.deleteFrom('course_completions').where('user_id', '=', person.id).execute();
  await test.deps.db.updateTable('attempts').set({ held_back: true }).where('id', '=', passed.id).execute();
  await work();
  expect(await certificatesOf(person)).toHaveLength(1);
});

it('nothing is held back by an attempt with other questions', async () => {
  const { person, open } = await scene();
  await call(person, 'POST', `/api/attempts/${open}/finish`, { answers: [] });
  const [first, second] = [await createBankQuestion(test, teacher), await createBankQuestion(test, teacher)];
  const other = await publishComposed(test, teacher, { questionIds: [first.id] });
  const taken = await publishComposed(test, teacher, { questionIds: [second.id] });
  await call(person, 'POST', `/api/quizzes/${other.id}/start`);
  const { attempt } = await takeQuiz(test, person, taken.id, new Map([[second.id, second.right]]));
  expect(attempt).toMatchObject({ score: 10, withheldBy: null });
});
