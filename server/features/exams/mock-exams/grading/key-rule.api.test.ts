import { beforeAll, describe, expect, it } from 'vitest';
import { OFFLINE_LEASE_DAYS } from '#contract/limits.ts';
import { DAY_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
let teacher: Person;
beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (as: Person, method: 'GET' | 'POST', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const read = async (as: Person, url: string) => (await call(as, 'GET', url)).json();
const certificatesOf = (person: Person) => read(person, '/api/certificates');

type Question = Awaited<ReturnType<typeof createBankQuestion>>;

/** A course that ends with one simulado, and a student who wants its certificate. */
async function scene(count = 4) {
  const questions: Question[] = [];
  for (let index = 0; index < count; index += 1) questions.push(await createBankQuestion(test, teacher));
  const quiz = await publishComposed(test, teacher, { questionIds: questions.map(({ id }) => id) });
  const person = await createPerson(test.deps.db, { now: clock.now() });
  await enrollStudent(test.deps.db, person.id, await createCourse(test.deps.db, { quizzes: [quiz.id] }));
  const take = async (right: number, wrong = 0) =>
    takeQuiz(
      test,
      person,
      quiz.id,
      new Map(
        questions
          .slice(0, right + wrong)
          .map((question, place) => [question.id, place < right ? question.right : question.wrong]),
      ),
    );
  const review = (id: number, query = '') => read(person, `/api/attempts/${id}/review${query}`);
  const overview = () => read(person, `/api/quizzes/${quiz.id}/overview`);
  const progress = async () => (await read(person, '/api/my-enrollments'))[0].progress;
  return { person, quiz, questions, take, review, overview, progress };
}

describe('the key', () => {
  it('stays shut after a first attempt that answered less than half, and opens from the second on', async () => {
    const { take, review, progress } = await scene();
    const first = await take(1);
    const shut = await review(first.id);
    expect(shut).toMatchObject({ key: 'few_answers', attempt: { correctAnswers: 1 }, countsFrom: null });
    expect(shut.questions.every(({ isWithheld }: { isWithheld: boolean }) => isWithheld)).toBe(true);
    expect(JSON.stringify(shut)).not.toMatch(/"isCorrect":true|Comentário|Sobre a/);
    const second = await take(0);
    const open = await review(second.id);
    expect(open).toMatchObject({
      key: 'open',
      questions: [{ isWithheld: false, comment: 'Comentário geral.' }, {}, {}, {}],
    });
    expect((await review(first.id)).key).toBe('open');
    // The loophole closed by this rule: an empty attempt, the key, then a perfect attempt a moment later.
    const third = await take(4);
    expect(third.attempt).toMatchObject({ score: 10, passed: true, keyKnown: true });
    expect(await progress()).toBe(0);
  });

  it('opens after one that answered half', async () => {
    const { take, review } = await scene();
    expect((await review((await take(1, 1)).id)).key).toBe('open');
  });

  it('is asked for first where opening it puts the certificate off, and only there', async () => {
    const { take, review, quiz, person } = await scene();
    const failed = await take(1, 3);
    const asked = await review(failed.id, '?key=ask');
    expect(asked).toMatchObject({ key: 'not_asked', countsFrom: null });
    expect(JSON.stringify(asked)).not.toMatch(/"isCorrect":true|Comentário|Sobre a/);
    expect(await read(person, `/api/quizzes/${quiz.id}/overview`)).toMatchObject({
      keyRule: { seen: 0, countsFrom: null },
    });
    const opened = await review(failed.id);
    const from = new Date(clock.now().getTime() + DAY_MS).toISOString();
    expect(opened).toMatchObject({ key: 'open', countsFrom: from });

    const outside = await createPerson(test.deps.db, { now: clock.now() });
    const question = await createBankQuestion(test, teacher);
    const lone = await publishComposed(test, teacher, { questionIds: [question.id] });
    const { id } = await takeQuiz(test, outside, lone.id, new Map([[question.id, question.wrong]]));
    expect(await read(outside, `/api/attempts/${id}/review?key=ask`)).toMatchObject({ key: 'open', countsFrom: null });
    expect((await read(outside, `/api/quizzes/${lone.id}/overview`)).keyRule).toBeNull();
    expect((await call(outside, 'GET', `/api/attempts/${id}/review?key=x`)).statusCode).toBe(400);
  });
});

describe('a pass', () => {
  it('earns nothing within a day of the key, and does a day later; the page says so before', async () => {
    const { person, take, review, overview, progress } = await scene();
    await review((await take(1, 3)).id);
    const from = new Date(clock.now().getTime() + DAY_MS);
    expect((await overview()).keyRule).toEqual({ seen: 4, countsFrom: from.toISOString() });
    clock.advance(DAY_MS - 1);
    const early = await take(4);
    expect(early.attempt).toMatchObject({ passed: true, keyKnown: true });
    expect([await progress(), await certificatesOf(person)]).toEqual([0, []]);
    clock.advance(1);
    expect((await overview()).keyRule).toEqual({ seen: 0, countsFrom: null });
    expect((await take(4)).attempt).toMatchObject({ passed: true, keyKnown: false });
    expect([await progress(), (await certificatesOf(person)).length]).toEqual([100, 1]);
    // An earned completion stays, however often the key is opened afterwards, and no key rule applies any more.
    expect((await review(early.id)).key).toBe('open');
    expect([await progress(), (await overview()).keyRule]).toEqual([100, null]);
  });

  it('earns with what was right on other questions', async () => {
    const { take, person, questions, progress } = await scene(10);
    const training = await publishComposed(test, teacher, {
      questionIds: questions.slice(0, 3).map(({ id }) => id),
      isTraining: true,
    });
    const { id } = (await call(person, 'POST', '/api/practices', { kind: 'treino', quizId: training.id })).json();
    for (const question of questions.slice(0, 3)) {
      await call(person, 'POST', `/api/practices/${id}/answers`, { questionId: question.id, optionId: question.wrong });
    }
    // Nine right, three of them known: six of ten are not enough.
    expect((await take(9)).attempt).toMatchObject({ passed: true, keyKnown: true });
    expect(await progress()).toBe(0);
    // Seven right on the others are.
    expect((await take(10)).attempt).toMatchObject({ keyKnown: false });
    expect(await progress()).toBe(100);
  });

  it('leans on what practice showed, also when it was read again, and on copies', async () => {
    const { take, person, quiz, questions, progress } = await scene(1);
    await take(0, 1);
    const { id } = (await call(person, 'POST', '/api/practices', { kind: 'erradas', quizId: quiz.id })).json();
    const [question] = questions as [Question];
    await call(person, 'POST', `/api/practices/${id}/answers`, { questionId: question.id, optionId: question.right });
    clock.advance(DAY_MS);
    expect((await call(person, 'GET', `/api/practices/${id}`)).statusCode).toBe(200);
    clock.advance(DAY_MS - 1);
    expect((await take(1)).attempt).toMatchObject({ keyKnown: true });
    expect(await progress()).toBe(0);

    const same = { questionText: 'A mesma, duas vezes?', optionText: (place: number) => `A ${place}` };
    const [one, copy] = [await createBankQuestion(test, teacher, same), await createBankQuestion(test, teacher, same)];
    const shown = await publishComposed(test, teacher, { questionIds: [one.id] });
    const taken = await publishComposed(test, teacher, { questionIds: [copy.id] });
    const first = await takeQuiz(test, person, shown.id, new Map([[one.id, one.wrong]]));
    await read(person, `/api/attempts/${first.id}/review`);
    expect((await takeQuiz(test, person, taken.id, new Map([[copy.id, copy.right]]))).attempt).toMatchObject({
      keyKnown: true,
    });
  });

  it('leans on a key that was on its way when the attempt began', async () => {
    const { person, quiz, questions } = await scene(1);
    const [question] = questions as [Question];
    const sheet = (await call(person, 'POST', `/api/quizzes/${quiz.id}/start`)).json();
    clock.advance(1000);
    const opening = { user_id: person.id, question_id: question.id, opened_at: clock.now() };
    await test.deps.db.insertInto('key_openings').values(opening).execute();
    const answers = [{ questionId: question.id, optionId: question.right, flagged: false, seq: 1 }];
    const { attempt } = (await call(person, 'POST', `/api/attempts/${sheet.id}/finish`, { answers })).json();
    expect(attempt).toMatchObject({ passed: true, keyKnown: true });
  });

  it('earns once a question that it leaned on is annulled, and no more when that is taken back', async () => {
    const { take, review, person, quiz, questions } = await scene(1);
    await review((await take(0, 1)).id);
    expect((await take(1)).attempt).toMatchObject({ keyKnown: true });
    const last = async () => (await read(person, `/api/quiz-attempts/${quiz.id}`))[0].keyKnown;
    const url = `/api/teacher/questions/${questions[0]?.id}/annulment`;
    const annul = (method: 'POST' | 'DELETE') =>
      test.request({ method, url, as: teacher, ...(method === 'POST' ? { payload: { reason: 'Duas certas.' } } : {}) });
    expect((await annul('POST')).statusCode).toBe(200);
    expect(await last()).toBe(false);
    expect((await annul('DELETE')).statusCode).toBe(200);
    expect(await last()).toBe(true);
  });
});

it('openings are forgotten when they cannot matter any more', async () => {
  const { person, take, review } = await scene(1);
  await review((await take(0, 1)).id);
  const count = async () =>
    (await test.deps.db.selectFrom('key_openings').select('question_id').where('user_id', '=', person.id).execute())
      .length;
  const sweep = async () => {
    await test.deps.jobs.send(test.deps.db, 'forget-key-openings', {});
    await test.deps.jobs.drain();
  };
  await sweep();
  expect(await count()).toBe(1);
  // As long as answers given offline may arrive: the opening proves that the question was handed out.
  clock.advance(OFFLINE_LEASE_DAYS * DAY_MS);
  await sweep();
  expect(await count()).toBe(1);
  clock.advance(DAY_MS + 1);
  await sweep();
  expect(await count()).toBe(0);
});
