import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { paramsOf } from '#contract/omitted-shapes.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { makeQuestionCard, newCard } from '#server/testing/cards.ts';
import { answerOf, comparable, reads, unconcerned } from '#server/testing/comparable-answers.ts';
import { missingParams } from '#server/testing/endpoints.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createTestComment, createTestList } from '#server/testing/question-lists.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';

/**
 * Two students do the same, but one answers a question right wherever it stands, the other wrong. While an attempt
 * with that question is open, no call may answer them differently: whatever depends on the key would show here.
 */
const test = useTestApp({ RATE_LIMIT: 'off' });
const CANARY = 'Porque a segunda é a certa.';

const call = async (as: Person, method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};

type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let shared: Question;
let copy: Question;
let quizzes: { exam: number; sibling: number; copied: number };
let courseId: number;
let lessonId: number;
let exam: { id: number; topicId: number };
let passedOn: string;
let lawId: number;
let students: Record<'right' | 'wrong', Awaited<ReturnType<typeof study>>>;

beforeAll(async () => {
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, 'Português');
  const same = {
    questionText: 'Qual destas está certa, pelo art. 5º da CF?',
    comment: CANARY,
    optionText: (place: number) => `A de número ${place}`,
    subjectId,
    topic: 'Crase',
  };
  shared = await createBankQuestion(test, teacher, same);
  copy = await createBankQuestion(test, teacher, same);
  const other = await createBankQuestion(test, teacher, { subjectId });
  const publish = async (title: string, questionIds: number[]) =>
    (await publishComposed(test, teacher, { questionIds }, { title })).id;
  quizzes = {
    exam: await publish('Prova', [shared.id, other.id]),
    sibling: await publish('Irmão', [shared.id]),
    copied: await publish('Cópia', [copy.id]),
  };
  lessonId = await createLesson(test.deps.db, 'Aula');
  courseId = await createCourse(test.deps.db, {
    // Not the quiz that was passed before: a completion from before the attempt reveals nothing.
    quizzes: [quizzes.copied],
    lessons: [lessonId],
  });
  exam = await createExamWithSyllabus(test, await createPerson(test.deps.db, { role: 'admin' }), [
    { subjectId, name: 'Português', topics: [{ topicId: null, name: 'Crase', amount: 10 }] },
  ]);
  lawId = await createTestLaw(test, teacher, { urn: 'urn:lex:br:federal:constituicao:1988-10-05;1988' });
  // Reading the citations finds them.
  for (const { id } of [shared, copy]) await call(teacher, 'GET', `/api/teacher/questions/${id}/law-citations`);
  for (const { id } of [shared, copy])
    await createTestComment(test, { userId: teacher.id, questionId: id, body: CANARY });
  passedOn = (
    await createTestList(test, { userId: teacher.id, questionId: shared.id, isCorrect: null, isShared: true })
  ).token;
  students = { right: await study('right'), wrong: await study('wrong') };
});

async function direct(person: Person, quizId: number, answers: [Question, number][]) {
  const told = { score: 0, totalQuestions: 1, correctAnswers: 0, timeSpent: 1 };
  const { id } = await call(person, 'POST', `/api/quizzes/${quizId}/attempts`, told);
  for (const [question, selectedOptionId] of answers) {
    await call(person, 'POST', `/api/quiz-attempts/${id}/answers`, { questionId: question.id, selectedOptionId });
  }
  return id as number;
}

async function treino(person: Person, quizId: number, question: Question, optionId: number) {
  const { id } = await call(person, 'POST', '/api/practices', { kind: 'training', quizId });
  await call(person, 'POST', `/api/practices/${id}/answers`, { questionId: question.id, optionId });
  return id as number;
}

type Way = 'right' | 'wrong';
const answersTo = (way: Way) => new Map([shared, copy].map((question) => [question.id, question[way]]));
const kept = () => ['/api/review/today', '/api/study-plan', `/api/exams/${exam.id}/map`];

/** With `known`, all answers before the attempt are of that kind, and the states that the map is made of are stored. */
async function study(how: Way, known?: Way) {
  const before = known ?? how;
  test.clock.set('2026-11-15T12:00:00.000Z');
  const person = await createPerson(test.deps.db);
  await enrollStudent(test.deps.db, person.id, courseId);
  await call(person, 'POST', `/api/exams/${exam.id}/follow`);
  const answers = answersTo(before);
  const attempts = [
    (await takeQuiz(test, person, quizzes.sibling, answers)).id,
    (await takeQuiz(test, person, quizzes.exam, answers)).id,
  ];
  const practices = [await treino(person, quizzes.sibling, shared, shared[before])];
  const { id: list } = await call(person, 'POST', '/api/question-lists', {
    name: 'Caderno',
    questionIds: [shared.id],
    creationKey: randomUUID(),
  });
  const { practiceId } = await call(person, 'POST', `/api/question-lists/${list}/practice`, {});
  await call(person, 'POST', `/api/practices/${practiceId}/answers`, {
    questionId: shared.id,
    optionId: shared[before],
  });
  practices.push(practiceId);
  const card = await makeQuestionCard(test, person, shared.id, CANARY);
  // A pass counts for the course a day after practice has shown the key.
  test.clock.set('2026-11-16T12:00:00.000Z');
  if (known) for (const url of kept()) await call(person, 'GET', url);
  const open = (await call(person, 'POST', `/api/quizzes/${quizzes.exam}/start`)).id as number;
  const results: unknown[] = [];
  for (const quizId of [quizzes.sibling, quizzes.copied]) {
    const taken = await takeQuiz(test, person, quizId, answersTo(how));
    attempts.push(taken.id);
    results.push(taken.attempt);
  }
  attempts.push(await direct(person, quizzes.exam, [[shared, shared[how]]]));
  attempts.push(await direct(person, quizzes.sibling, [[shared, shared[how]]]));
  const mistakes = { userId: person.id, questionId: shared.id, isCorrect: null, isOfMistakes: true };
  const lists = [list as number, (await createTestList(test, mistakes)).id];
  return { person, attempts, practices, lists, open, results, card };
}

type Student = Awaited<ReturnType<typeof study>>;
type Params = Record<string, string | number>;
const everyQuiz = () => Object.values(quizzes).map((id): Params => ({ id }));
const everyAttempt = ({ attempts, open }: Student) => [...attempts, open].map((id): Params => ({ id }));

/** What to ask of the calls that take something. Those without a line here are asked for nothing in particular. */
const asked: Record<string, (student: Student) => Params[]> = {
  getQuiz: everyQuiz,
  getQuizOverview: everyQuiz,
  getQuizPractice: everyQuiz,
  listAttempts: () => Object.values(quizzes).map((quizId) => ({ quizId })),
  resumeAttempt: everyAttempt,
  reviewAttempt: everyAttempt,
  getAttemptResult: everyAttempt,
  getRanking: everyQuiz,
  getPractice: ({ practices }) => practices.map((id) => ({ id })),
  getLessonPractice: () => [{ id: lessonId }],
  getCourse: () => [{ id: courseId }],
  getOfflineCourse: () => [{ id: courseId }],
  getOfflineQuestions: () => [{ '?': `review=true&lessonIds=${lessonId}` }],
  getExamMap: () => [{ id: exam.id }],
  getMapTopic: () => [exam],
  getAnsweredQuestion: () => [shared, copy].map(({ id }) => ({ id })),
  getMistakeKey: () => [shared, copy].map(({ id }) => ({ questionId: id })),
  getQuestionList: ({ lists }) =>
    lists.flatMap((id) => [
      { id, '?': '' },
      { id, '?': 'only=wrong' },
    ]),
  listQuestionListTopics: ({ lists }) => lists.map((id) => ({ id })),
  printQuestionList: ({ lists }) =>
    lists.flatMap((id) => [
      { id, '?': '' },
      { id, '?': 'key=with' },
    ]),
  getSharedQuestionList: () => [{ token: passedOn }],
  listQuestionComments: () => [shared, copy].map(({ id }) => ({ id })),
  countQuestionComments: () => [shared, copy].map(({ id }) => ({ id })),
  listArticleQuestions: () => [{ id: lawId, article: 'art5' }],
  listQuestionLaws: () => [shared, copy].map(({ id }) => ({ id })),
  listCards: () => [{ '?': '' }, { '?': 'search=segunda' }],
  getCard: ({ card }) => [{ id: card.id }],
  getCardPicture: ({ card }) => [{ id: card.picture?.id ?? 0 }],
  listQuestionDoubts: () => [shared, copy].map(({ id }) => ({ id })),
};
async function answersOf(student: Student, name: string, spec: EndpointSpec) {
  const all = asked[name]?.(student) ?? [missingParams(spec)];
  return Promise.all(all.map((params) => answerOf(test, student.person, spec, params)));
}

describe('while an attempt is open', () => {
  it.each(reads)('%s says nothing about its questions', async (name, spec) => {
    expect(!paramsOf(spec) || name in asked || unconcerned.includes(name), `say in this test what ${name} takes`).toBe(
      true,
    );
    const right = await answersOf(students.right, name, spec);
    const wrong = await answersOf(students.wrong, name, spec);
    for (const { text } of right) expect(text).not.toContain(CANARY);
    expect(right.map(({ status, body }) => ({ status, body }))).toEqual(
      wrong.map(({ status, body }) => ({ status, body })),
    );
  });

  it('the end of another attempt does not tell its result', () => {
    expect(comparable(students.right.results)).toEqual(comparable(students.wrong.results));
    expect(students.right.results).toMatchObject([
      { score: null, correctAnswers: null, percent: null, passed: null, withheldBy: { title: 'Prova' } },
      { score: null, withheldBy: { title: 'Prova' } },
    ]);
  });
});

it('the map does not move with answers given while an attempt with their questions is open', async () => {
  const [right, wrong] = [await study('right', 'wrong'), await study('wrong', 'wrong')];
  for (const name of ['getExamMap', 'getMapTopic', 'getStudentDashboard', 'getStudyPlan', 'getReviewToday']) {
    const spec = endpoints[name] as EndpointSpec;
    const [first, second] = [await answersOf(right, name, spec), await answersOf(wrong, name, spec)];
    expect(
      first.map(({ body }) => body),
      name,
    ).toEqual(second.map(({ body }) => body));
  }
});

/** Both got the shared question wrong before. In a simulado of their mistakes one chooses right, the other wrong. */
async function studyTimed(how: Way): Promise<Student> {
  test.clock.set('2026-11-15T12:00:00.000Z');
  const person = await createPerson(test.deps.db);
  await enrollStudent(test.deps.db, person.id, courseId);
  await call(person, 'POST', `/api/exams/${exam.id}/follow`);
  const wrong = answersTo('wrong');
  const attempts: number[] = [];
  for (const quizId of [quizzes.sibling, quizzes.exam, quizzes.copied]) {
    attempts.push((await takeQuiz(test, person, quizId, wrong)).id);
  }
  await test.deps.jobs.drain();
  const practices = [await treino(person, quizzes.sibling, shared, shared.wrong)];
  const list = await createTestList(test, { userId: person.id, questionId: shared.id, isCorrect: false });
  const card = await makeQuestionCard(test, person, shared.id, CANARY);
  test.clock.set('2026-11-16T12:00:00.000Z');
  const begun = { count: 50, minutes: 60, creationKey: randomUUID() };
  const { practiceId } = await call(person, 'POST', '/api/timed-practice', begun);
  const { questions } = await call(person, 'GET', `/api/practices/${practiceId}`);
  const asked = (questions as { id: number }[]).flatMap(({ id }) => [shared, copy].find((one) => one.id === id) ?? []);
  const reply = await test.request({
    method: 'PUT',
    url: `/api/practices/${practiceId}/choices`,
    as: person,
    payload: { choices: asked.map((question) => ({ questionId: question.id, optionId: question[how] })) },
  });
  expect(asked.length).toBeGreaterThan(0);
  practices.push(practiceId);
  return { person, attempts, practices, lists: [list.id], open: practiceId, results: [reply.json()], card };
}

describe('while a simulado of a student’s mistakes is open', () => {
  let timed: Record<Way, Student>;
  beforeAll(async () => {
    timed = { right: await studyTimed('right'), wrong: await studyTimed('wrong') };
  });

  it.each(reads)('%s says nothing about its questions', async (name, spec) => {
    const [right, wrong] = [await answersOf(timed.right, name, spec), await answersOf(timed.wrong, name, spec)];
    for (const { text } of right) expect(text).not.toContain(CANARY);
    expect(right.map(({ status, body }) => ({ status, body }))).toEqual(
      wrong.map(({ status, body }) => ({ status, body })),
    );
  });

  it('a choice is answered the same, right or wrong', () => {
    expect(comparable(timed.right.results)).toEqual(comparable(timed.wrong.results));
  });

  it('its end shows which choices were right', async () => {
    const ends = [];
    for (const { person, open } of [timed.right, timed.wrong]) {
      ends.push(await call(person, 'POST', `/api/practices/${open}/finish`));
    }
    expect(JSON.stringify(ends[0])).toContain(CANARY);
    expect(ends[0].correct).toBeGreaterThan(ends[1].correct);
  });
});

/** The unpacked database of the deck that a student takes to Anki. */
async function collectionOf(as: Person): Promise<string> {
  const { rawPayload } = await test.request({ method: 'GET', url: '/api/cards/anki', as });
  return unzip(rawPayload)['collection.anki2']?.toString('utf8') ?? '';
}

describe('a card made from one of its questions', () => {
  it('is closed: without words and picture, found by no word, not asked, not changed', async () => {
    const { person, card } = students.right;
    const blank = { front: '', back: '', hint: '', sourceLabel: '', picture: null, isClosed: true };
    expect(await call(person, 'GET', '/api/cards')).toMatchObject([blank]);
    expect(await call(person, 'GET', `/api/cards/${card.id}`)).toMatchObject(blank);
    expect(await call(person, 'GET', '/api/cards?search=segunda')).toEqual([]);
    expect((await call(person, 'GET', '/api/review/today')).cards).toEqual([]);
    expect(await collectionOf(person)).not.toContain(CANARY);
    const source = { kind: 'question', questionId: shared.id } as const;
    for (const [method, url, payload] of [
      ['GET', card.picture?.url ?? ''],
      ['PUT', `/api/cards/${card.id}`, { ...newCard(), revision: 1 }],
      ['POST', '/api/cards', newCard({ source })],
    ] as const) {
      const reply = await test.request({ method, url, as: person, ...(payload ? { payload } : {}) });
      expect([reply.statusCode, reply.json().code], url).toEqual([409, 'attempt_open']);
    }
  });
});

describe('once it is finished', () => {
  it('the answers and results of the attempt are shown', async () => {
    for (const { person, open } of Object.values(students)) {
      await call(person, 'POST', `/api/attempts/${open}/finish`, { answers: [] });
    }
    for (const name of ['listAttempts', 'getStudentDashboard', 'getCourse', 'listPractices', 'exportData']) {
      const spec = endpoints[name] as EndpointSpec;
      const [right, wrong] = [await answersOf(students.right, name, spec), await answersOf(students.wrong, name, spec)];
      expect(right.map(({ body }) => body)).not.toEqual(wrong.map(({ body }) => body));
    }
    const { person, card } = students.right;
    expect(await call(person, 'GET', `/api/cards/${card.id}`)).toEqual(card);
    expect(await call(person, 'GET', '/api/cards?search=segunda')).toEqual([card]);
    expect((await call(person, 'GET', '/api/review/today')).cards).toMatchObject([{ card }]);
    expect(await collectionOf(person)).toContain(CANARY);
    const list = await call(students.right.person, 'GET', `/api/quiz-attempts/${quizzes.sibling}`);
    expect(list).toMatchObject([{ score: 10, withheldBy: null }, { score: 10 }, { score: 10 }]);
  });
});
