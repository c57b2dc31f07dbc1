import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { OFFLINE_LEASE_DAYS, OFFLINE_SENT_AT_ONCE } from '#contract/limits.ts';
import type { OfflineQuestion } from '#contract/study/offline.ts';
import { DAY_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const NOW = '2026-11-15T12:00:00.000Z';
let teacher: Person;
let subjectId: number;
let lessons: [number, number];
const questions: Awaited<ReturnType<typeof createBankQuestion>>[] = [];

beforeAll(async () => {
  const { db } = test.deps;
  teacher = await createPerson(db, { role: 'teacher' });
  subjectId = await createSubject(db, 'Direito Penal');
  for (let i = 0; i < 8; i += 1)
    questions.push(await createBankQuestion(test, teacher, { subjectId, topic: 'Crimes' }));
  const { id: topicId } = await db
    .selectFrom('topics')
    .select('id')
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow();
  lessons = [await createLesson(db, 'Dolo e culpa', subjectId), await createLesson(db, 'Sem questões', null)];
  await db.updateTable('lessons').set({ topic_id: topicId }).where('id', '=', lessons[0]).execute();
});

const get = (as: Person, url: string) => test.request({ method: 'GET', url, as });
const send = async (as: Person, deeds: object[]) =>
  test.request({ method: 'POST', url: '/api/offline/deeds', as, payload: { deeds } });
const statesOf = (reply: { json(): { results: { key: string; state: string }[] } }) =>
  Object.fromEntries(reply.json().results.map(({ key, state }) => [key, state]));
const taken = async (as: Person, url: string): Promise<OfflineQuestion[]> => (await get(as, url)).json().questions;
const at = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const logOf = (userId: string) =>
  test.deps.db
    .selectFrom('answer_log')
    .select(['question_id as questionId', 'source', 'source_key as key', 'answered_at as at', 'is_right as isRight'])
    .where('user_id', '=', userId)
    .where('source', 'in', ['review', 'practice'])
    .orderBy('answered_at')
    .execute();

it('questions come with their key, but none of an open attempt or of a quiz still to be taken', async () => {
  const student = await createPerson(test.deps.db);
  const lessonId = await createLesson(test.deps.db, 'Escolhidas', subjectId);
  const asked = [...questions.slice(0, 2), await createBankQuestion(test, teacher, { subjectId })];
  await test.deps.db
    .insertInto('lesson_questions')
    .values(asked.map(({ id }, index) => ({ lesson_id: lessonId, question_id: id, position: index + 1 })))
    .execute();
  const url = `/api/offline/questions?lessonIds=${lessonId}&lessonIds=${lessons[1]}&lessonIds=2000000000`;
  const all = await taken(student, url);
  expect(all.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
  expect(all[0]).toMatchObject({
    lessonId,
    answerKey: { rightOptionId: asked[0]?.right, comment: 'Comentário geral.' },
  });
  const opened = await test.deps.db
    .selectFrom('key_openings')
    .select('question_id as id')
    .where('user_id', '=', student.id)
    .orderBy('question_id')
    .execute();
  expect(opened.map(({ id }) => id)).toEqual(asked.map(({ id }) => id).sort((a, b) => a - b));
  await publishComposed(test, teacher, { questionIds: [asked[2]?.id ?? 0] });
  expect((await taken(student, url)).map(({ id }) => id)).toEqual(asked.slice(0, 2).map(({ id }) => id));
});

it('a day in flight mode, cut off and sent again, stores 200 answers and 50 notes once each', async () => {
  test.clock.set(NOW);
  const student = await createPerson(test.deps.db);
  const answers = Array.from({ length: 200 }, (_, index) => {
    const question = questions[index % questions.length] as (typeof questions)[number];
    const optionId = index % 3 === 0 ? question.wrong : question.right;
    return { kind: 'answer', key: randomUUID(), at: at(600 - index), of: 'lesson', questionId: question.id, optionId };
  });
  const notes = Array.from({ length: 50 }, (_, index) => ({
    kind: 'note',
    key: randomUUID(),
    at: at(300 - index),
    lessonId: lessons[0],
    quote: `trecho ${index}`,
    prefix: '',
    suffix: '',
    position: index,
    note: `nota ${index}`,
  }));
  const all = [...answers, ...notes];
  const parts = Array.from({ length: Math.ceil(all.length / OFFLINE_SENT_AT_ONCE) }, (_, part) =>
    all.slice(part * OFFLINE_SENT_AT_ONCE, (part + 1) * OFFLINE_SENT_AT_ONCE),
  );
  // The answer to the first sending never arrives, two tabs send at once, and one sends another choice for the same key.
  for (const part of parts) await Promise.all([send(student, part), send(student, part)]);
  for (const part of parts) {
    const changed = part.map((deed) => ('optionId' in deed ? { ...deed, optionId: questions[0]?.right ?? 0 } : deed));
    await send(student, changed);
    expect(Object.values(statesOf(await send(student, part)))).toEqual(part.map(() => 'done'));
  }
  const log = await logOf(student.id);
  expect(log).toHaveLength(200);
  expect(log.map(({ key }) => key)).toEqual(answers.map(({ key }) => key));
  expect(log.map(({ at: when }) => when.toISOString())).toEqual(answers.map(({ at: when }) => when));
  expect(log.filter(({ isRight }) => !isRight)).toHaveLength(67);
  expect(log.every(({ source }) => source === 'practice')).toBe(true);
  const made = (await get(student, '/api/annotations?limit=100')).json() as { note: string; createdAt: string }[];
  expect(made.map(({ note }) => note).sort()).toEqual(notes.map(({ note }) => note).sort());
  expect(made.find(({ note }) => note === 'nota 7')?.createdAt).toBe(notes[7]?.at);
});

it('an offline answer of the review counts, and one at a lesson does not', async () => {
  test.clock.set(NOW);
  const student = await createPerson(test.deps.db);
  const [one, two] = questions as [(typeof questions)[number], (typeof questions)[number]];
  const deed = (of: string, { id, right }: typeof one) => ({
    kind: 'answer',
    key: randomUUID(),
    at: at(5),
    of,
    questionId: id,
    optionId: right,
  });
  await send(student, [deed('review', one), deed('lesson', two)]);
  expect((await get(student, '/api/review/today')).json()).toMatchObject({ answered: 1, right: 1 });
});

it('reads at the times of the device, once, and ticks with them', async () => {
  test.clock.set(NOW);
  const student = await createPerson(test.deps.db);
  const reading = (minutes: number, activeSeconds: number, reachedEnd: boolean) => ({
    kind: 'reading',
    key: randomUUID(),
    at: at(minutes),
    lessonId: lessons[0],
    position: 0.8,
    activeSeconds,
    reachedEnd,
  });
  const deeds = [
    reading(30, 0, false),
    reading(28, 100, false),
    reading(26, 100, true),
    { kind: 'completion', key: randomUUID(), at: at(20), lessonId: lessons[0], completed: true },
  ];
  for (let i = 0; i < 3; i += 1) await send(student, deeds);
  expect((await get(student, '/api/lesson-progress')).json()).toEqual([
    { lessonId: lessons[0], position: 0.8, completedAt: expect.stringContaining('2026-11-15T11:') },
  ]);
  const week = (await get(student, '/api/study-time')).json();
  expect(JSON.stringify(week)).toContain('200');
});

it('one that cannot be taken stops no other: a note over a newer one, a question that is gone, an access that had ended', async () => {
  test.clock.set(NOW);
  const student = await createPerson(test.deps.db);
  const [question] = questions as [(typeof questions)[number]];
  const note = { quote: 'dolo', prefix: '', suffix: '', position: 0 };
  const made = (
    await test.request({
      method: 'POST',
      url: `/api/articles/${lessons[0]}/annotations`,
      as: student,
      payload: { ...note, note: 'velha', creationKey: randomUUID() },
    })
  ).json();
  const done = () => ({ key: randomUUID(), at: at(1) });
  const change = { kind: 'note-change', ...done(), annotationId: made.id, note: 'nova', version: made.version };
  const older = { ...change, ...done(), note: 'outra' };
  const gone = { kind: 'answer', ...done(), of: 'review', questionId: 2_000_000_000, optionId: question.right };
  const fine = { kind: 'answer', ...done(), of: 'review', questionId: question.id, optionId: question.right };
  const removal = { kind: 'note-removal', ...done(), annotationId: made.id };
  const removed = { kind: 'note-removal', ...done(), annotationId: 2_000_000_000 };
  const states = statesOf(await send(student, [change, older, gone, fine, removed]));
  expect(states).toEqual({
    [change.key]: 'done',
    [older.key]: 'refused',
    [gone.key]: 'refused',
    [fine.key]: 'done',
    [removed.key]: 'done',
  });
  expect(statesOf(await send(student, [removal]))).toEqual({ [removal.key]: 'done' });
  const ended = await createPerson(test.deps.db);
  await test.deps.db.deleteFrom('access_grants').where('user_id', '=', ended.id).execute();
  expect(statesOf(await send(ended, [{ ...fine, key: change.key }]))).toEqual({ [change.key]: 'refused' });
});

it('a clock that cannot be right is not believed', async () => {
  test.clock.set(NOW);
  const student = await createPerson(test.deps.db);
  const wrong = [new Date(Date.parse(NOW) + DAY_MS), new Date(Date.parse(NOW) - (OFFLINE_LEASE_DAYS + 1) * DAY_MS)];
  const deeds = wrong.map((when, index) => ({
    kind: 'answer',
    key: randomUUID(),
    at: when.toISOString(),
    of: 'lesson',
    questionId: questions[index]?.id,
    optionId: questions[index]?.right,
  }));
  await send(student, deeds);
  expect((await logOf(student.id)).map(({ at: when }) => when.toISOString())).toEqual([NOW, NOW]);
});

describe('no clock of a device decides', () => {
  /** Every action that a device can date back into the time of its access. */
  const backdated = (question: (typeof questions)[number]) => {
    const done = () => ({ key: randomUUID(), at: at(3 * 24 * 60) });
    return {
      answer: { kind: 'answer', ...done(), of: 'lesson', questionId: question.id, optionId: question.right },
      reading: { kind: 'reading', ...done(), lessonId: lessons[0], position: 1, activeSeconds: 60, reachedEnd: true },
      completion: { kind: 'completion', ...done(), lessonId: lessons[0], completed: true },
    };
  };
  const endAccess = (student: Person, on: string) =>
    test.deps.db
      .updateTable('access_grants')
      .set({ rule: 'until', rule_until: on })
      .where('user_id', '=', student.id)
      .execute();

  it('what was open: after access ended only answers to questions that were handed out before are taken', async () => {
    test.clock.set('2026-11-12T12:00:00.000Z');
    const student = await createPerson(test.deps.db, { now: test.clock.now() });
    const stranger = await createPerson(test.deps.db, { now: test.clock.now() });
    const [handed] = await taken(student, `/api/offline/questions?lessonIds=${lessons[0]}`);
    const question = questions.find(({ id }) => id === handed?.id) as (typeof questions)[number];
    for (const person of [student, stranger]) await endAccess(person, '2026-11-13');
    test.clock.set(NOW);
    const mine = backdated(question);
    expect(statesOf(await send(student, Object.values(mine)))).toEqual({
      [mine.answer.key]: 'done',
      [mine.reading.key]: 'refused',
      [mine.completion.key]: 'refused',
    });
    expect((await logOf(student.id)).map(({ at: when }) => when.toISOString())).toEqual([mine.answer.at]);
    const theirs = backdated(question);
    expect(Object.values(statesOf(await send(stranger, Object.values(theirs))))).toEqual([
      'refused',
      'refused',
      'refused',
    ]);
    expect(await logOf(stranger.id)).toEqual([]);
    // A key that was shown after the end, as in the review of an old attempt, was not handed out for this.
    await test.deps.db
      .insertInto('key_openings')
      .values({ user_id: stranger.id, question_id: question.id, opened_at: test.clock.now() })
      .execute();
    const again = backdated(question).answer;
    expect(statesOf(await send(stranger, [again]))).toEqual({ [again.key]: 'refused' });
  });

  it('when a key was seen: the pack opens it at the time of the server, and sending an answer opens none', async () => {
    test.clock.set(NOW);
    const student = await createPerson(test.deps.db);
    const [handed] = await taken(student, `/api/offline/questions?lessonIds=${lessons[0]}`);
    const question = questions.find(({ id }) => id === handed?.id) as (typeof questions)[number];
    test.clock.advance(DAY_MS);
    await send(student, [backdated(question).answer]);
    const opened = await test.deps.db
      .selectFrom('key_openings')
      .select('opened_at as at')
      .where('user_id', '=', student.id)
      .where('question_id', '=', question.id)
      .executeTakeFirstOrThrow();
    expect(opened.at.toISOString()).toBe(NOW);
  });

  it('what was open, also without a key: a question of a failed simulado is taken along without it, and graded when sent', async () => {
    test.clock.set('2026-11-12T12:00:00.000Z');
    const student = await createPerson(test.deps.db, { now: test.clock.now() });
    const asked = [await createBankQuestion(test, teacher), await createBankQuestion(test, teacher)];
    const lessonId = await createLesson(test.deps.db, 'Do simulado', subjectId);
    await test.deps.db
      .insertInto('lesson_questions')
      .values(asked.map(({ id }, index) => ({ lesson_id: lessonId, question_id: id, position: index + 1 })))
      .execute();
    const quiz = await publishComposed(test, teacher, { questionIds: asked.map(({ id }) => id) });
    const courseId = await createCourse(test.deps.db, { quizzes: [quiz.id] });
    await enrollStudent(test.deps.db, student.id, courseId);
    await takeQuiz(test, student, quiz.id, new Map(asked.map((one) => [one.id, one.wrong])));
    const pack = await taken(student, `/api/offline/questions?lessonIds=${lessonId}`);
    expect(pack.map(({ id, answerKey }) => ({ id, answerKey }))).toEqual(
      asked.map(({ id }) => ({ id, answerKey: null })),
    );
    await endAccess(student, '2026-11-13');
    test.clock.set(NOW);
    const { answer } = backdated(asked[0] as (typeof questions)[number]);
    expect(statesOf(await send(student, [answer]))).toEqual({ [answer.key]: 'done' });
    expect((await logOf(student.id)).map(({ isRight }) => isRight)).toEqual([true]);
    const opened = test.deps.db.selectFrom('key_openings').select('question_id').where('user_id', '=', student.id);
    expect(await opened.execute()).toEqual([]);
  });

  it('what is kept for an exam: a question of a window is refused, whatever time the device reports', async () => {
    test.clock.set(NOW);
    const student = await createPerson(test.deps.db);
    const question = await createBankQuestion(test, teacher, { subjectId });
    const { id } = await publishComposed(test, teacher, { questionIds: [question.id] });
    await test.request({ method: 'POST', url: `/api/quizzes/${id}/start`, as: student });
    const { answer } = backdated(question);
    expect(statesOf(await send(student, [answer]))).toEqual({ [answer.key]: 'later' });
  });

  it('a note is never lost: it is the reader’s own text', async () => {
    test.clock.set(NOW);
    const student = await createPerson(test.deps.db);
    await endAccess(student, '2026-11-13');
    const note = { quote: 'dolo', prefix: '', suffix: '', position: 0, note: 'minha' };
    const deed = { kind: 'note', key: randomUUID(), at: at(5), lessonId: lessons[0], ...note };
    expect(statesOf(await send(student, [deed]))).toEqual({ [deed.key]: 'done' });
  });
});
