import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { paramsOf } from '#contract/omitted-shapes.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { makeQuestionCard } from '#server/testing/cards.ts';
import { answerOf, reads, unconcerned } from '#server/testing/comparable-answers.ts';
import { missingParams } from '#server/testing/endpoints.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { attachTestArticle, createTestLaw } from '#server/testing/laws.ts';
import { createTestComment, createTestList } from '#server/testing/question-lists.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { endWindows } from './window-work.service.ts';

/**
 * Two students take the same exam inside its window, one with right and one with wrong answers, and hand it in; a
 * third has not started. Until the window closes, no response may distinguish the first two, or show a question or a
 * key of the exam.
 */
const test = useTestApp({ RATE_LIMIT: 'off' });
const CANARY = 'Porque a segunda é a certa, e só a prova o diz.';
const STATEMENT = 'Esta questão é só da prova de sábado.';
const OPENS = '2026-11-21T12:00:00.000Z';
const CLOSES = '2026-11-21T21:00:00.000Z';

const call = async (as: Person, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};

type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let shared: Question;
let exam: number;
let earlier: number;
let courseId: number;
let lessonId: number;
let lawId: number;
let mapped: { id: number; topicId: number };
let later: Person;
let lists: ReadonlyMap<string, { id: number; token: string }>;
let mistakes: ReadonlyMap<string, number>;
type Student = { person: Person; attempts: number[]; card?: Awaited<ReturnType<typeof makeQuestionCard>> };
let students: Record<'right' | 'wrong', Student>;

beforeAll(async () => {
  test.clock.set('2026-11-10T12:00:00.000Z');
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  const subjectId = await createSubject(test.deps.db, 'Português');
  const kept = await createBankQuestion(test, teacher, {
    questionText: STATEMENT,
    comment: CANARY,
    subjectId,
    topic: 'Crase',
  });
  shared = await createBankQuestion(test, teacher, { subjectId, comment: CANARY, topic: 'Crase' });
  const publish = async (title: string, questionIds: number[]) =>
    (await publishComposed(test, teacher, { questionIds }, { title })).id;
  earlier = await publish('Antes', [shared.id]);
  exam = await publish('Prova de sábado', [kept.id, shared.id]);
  lessonId = await createLesson(test.deps.db, 'Aula');
  courseId = await createCourse(test.deps.db, { quizzes: [exam], lessons: [lessonId] });
  lawId = await createTestLaw(test, teacher);
  await attachTestArticle(test, teacher, shared.id, lawId);
  mapped = await createExamWithSyllabus(test, await createPerson(test.deps.db, { role: 'admin' }), [
    { subjectId, name: 'Português', topics: [{ topicId: null, name: 'Crase', amount: 10 }] },
  ]);
  students = { right: await prepare(), wrong: await prepare() };
  later = await createPerson(test.deps.db);
  const window = { opensAt: OPENS, closesAt: CLOSES, lateStart: 'shortens' };
  await call(teacher, 'PUT', `/api/teacher/quizzes/${exam}/window`, { version: 0, window });
  test.clock.set('2026-11-21T13:00:00.000Z');
  await createTestComment(test, { userId: teacher.id, questionId: shared.id, body: CANARY });
  const listOf = new Map([
    [later.id, await createTestList(test, { userId: later.id, questionId: kept.id, isCorrect: null, isShared: true })],
  ]);
  lists = listOf;
  const mistakesOf = new Map<string, number>();
  mistakes = mistakesOf;
  for (const [how, student] of Object.entries(students) as ['right' | 'wrong', (typeof students)['right']][]) {
    const answers = new Map([kept, shared].map((question) => [question.id, question[how]]));
    student.attempts.push((await takeQuiz(test, student.person, exam, answers)).id);
    listOf.set(
      student.person.id,
      await createTestList(test, { userId: student.person.id, questionId: shared.id, isCorrect: how === 'right' }),
    );
    const living = { userId: student.person.id, questionId: kept.id, isCorrect: null, isOfMistakes: true };
    mistakesOf.set(student.person.id, (await createTestList(test, living)).id);
    // And meanwhile the question that another quiz has, too.
    student.attempts.push((await takeQuiz(test, student.person, earlier, answers)).id);
  }
});

/** Both have had the shared question right before: that is in every notebook, and may not be asked from now on. */
async function prepare() {
  const person = await createPerson(test.deps.db);
  await enrollStudent(test.deps.db, person.id, courseId);
  await call(person, 'POST', `/api/exams/${mapped.id}/follow`);
  const before = await takeQuiz(test, person, earlier, new Map([[shared.id, shared.wrong]]));
  const card = await makeQuestionCard(test, person, shared.id, CANARY);
  return { person, attempts: [before.id], card };
}

type Params = Record<string, string | number>;
const listsOf = ({ person }: { person: Person }): number[] => [
  lists.get(person.id)?.id ?? 0,
  mistakes.get(person.id) ?? 0,
];
const asked: Record<string, (student: Student) => Params[]> = {
  getQuiz: () => [{ id: exam }, { id: earlier }],
  getQuizOverview: () => [{ id: exam }, { id: earlier }],
  getQuizPractice: () => [{ id: exam }, { id: earlier }],
  listAttempts: () => [{ quizId: exam }, { quizId: earlier }],
  resumeAttempt: ({ attempts }) => attempts.map((id) => ({ id })),
  reviewAttempt: ({ attempts }) => attempts.map((id) => ({ id })),
  getAttemptResult: ({ attempts }) => attempts.map((id) => ({ id })),
  getRanking: () => [{ id: exam }],
  getLessonPractice: () => [{ id: lessonId }],
  getCourse: () => [{ id: courseId }],
  getOfflineCourse: () => [{ id: courseId }],
  getOfflineQuestions: () => [{ '?': `review=true&lessonIds=${lessonId}` }],
  getExamMap: () => [{ id: mapped.id }],
  getMapTopic: () => [mapped],
  getAnsweredQuestion: () => [{ id: shared.id }],
  getMistakeKey: () => [{ questionId: shared.id }],
  getQuestionList: (student) =>
    listsOf(student).flatMap((id) => [
      { id, '?': '' },
      { id, '?': 'only=wrong' },
    ]),
  listQuestionListTopics: (student) => listsOf(student).map((id) => ({ id })),
  printQuestionList: (student) =>
    listsOf(student).flatMap((id) => [
      { id, '?': '' },
      { id, '?': 'key=with' },
    ]),
  getSharedQuestionList: () => [...lists.values()].slice(0, 1).map(({ token }) => ({ token })),
  listQuestionComments: () => [{ id: shared.id }],
  listArticleQuestions: () => [{ id: lawId, article: 'art5' }],
  listQuestionLaws: () => [{ id: shared.id }],
  countQuestionComments: () => [{ id: shared.id }],
  listCards: () => [{ '?': '' }, { '?': 'search=segunda' }],
  getCard: ({ card }) => [{ id: card?.id ?? 0 }],
  getCardPicture: ({ card }) => [{ id: card?.picture?.id ?? 0 }],
  listQuestionDoubts: () => [{ id: shared.id }],
};
const answersOf = (student: Student, name: string, spec: EndpointSpec) =>
  Promise.all(
    (asked[name]?.(student) ?? [missingParams(spec)]).map((params) => answerOf(test, student.person, spec, params)),
  );

describe('until the window closes', () => {
  it.each(reads)('%s returns nothing of its questions', async (name, spec) => {
    const right = await answersOf(students.right, name, spec);
    const wrong = await answersOf(students.wrong, name, spec);
    const waiting = await answersOf({ person: later, attempts: [] }, name, spec);
    for (const { text } of [...right, ...wrong, ...waiting]) expect(text).not.toContain(CANARY);
    // The export is the exception: students may export their answers with the questions.
    if (name !== 'exportData') for (const { text } of [...right, ...waiting]) expect(text).not.toContain(STATEMENT);
    expect(right.map(({ status, body }) => ({ status, body }))).toEqual(
      wrong.map(({ status, body }) => ({ status, body })),
    );
  });

  it('every call with parameters is asked for something', () => {
    const known = ['getPractice', ...Object.keys(asked), ...unconcerned];
    expect(reads.filter(([name, spec]) => paramsOf(spec) && !known.includes(name)).map(([name]) => name)).toEqual([]);
  });

  it('practice, review and notebook do not have its questions', async () => {
    const { person } = students.right;
    const free = await test.request({
      method: 'POST',
      url: '/api/practices',
      as: later,
      payload: { kind: 'free', count: 50 },
    });
    expect(free.json().code).toBe('nothing_to_practise');
    expect((await call(person, 'GET', '/api/mistakes')).items).toEqual([]);
    expect((await call(person, 'GET', '/api/review/today')).items).toEqual([]);
    expect((await call(person, 'GET', '/api/review/today')).cards).toEqual([]);
    expect(await call(person, 'GET', '/api/cards?search=segunda')).toEqual([]);
    expect((await call(later, 'GET', '/api/review/today')).items).toEqual([]);
    // The start test, the end of a lesson and what is chosen by filters draw from the same bank.
    const begin = (url: string, payload?: object) =>
      test.request({ method: 'POST', url, as: later, ...(payload ? { payload } : {}) });
    expect((await begin('/api/first-day/test')).json().code).toBe('nothing_to_practise');
    for (const wish of [{ topicIds: [mapped.topicId] }, { lessonId }, { only: 'unanswered' }])
      expect((await begin('/api/practices', { kind: 'free', count: 50, ...wish })).json().code).toBe(
        'nothing_to_practise',
      );
    const training = await test.request({
      method: 'POST',
      url: '/api/practices',
      as: person,
      payload: { kind: 'training', quizId: exam },
    });
    expect(training.statusCode).toBe(409);
  });
});

describe('once it has closed', () => {
  it('the answers and results of the quiz are shown', async () => {
    test.clock.set('2026-11-21T21:00:06.000Z');
    for (const name of ['listAttempts', 'getStudentDashboard', 'reviewAttempt', 'getAttemptResult', 'getCourse']) {
      const spec = endpoints[name] as EndpointSpec;
      const [right, wrong] = [await answersOf(students.right, name, spec), await answersOf(students.wrong, name, spec)];
      expect(
        right.map(({ body }) => body),
        name,
      ).not.toEqual(wrong.map(({ body }) => body));
    }
    await endWindows(test.deps);
    const { person, card } = students.right;
    expect(await call(person, 'GET', '/api/cards?search=segunda')).toEqual([card]);
    const free = await call(students.right.person, 'POST', '/api/practices', { kind: 'free', count: 50 });
    expect(free.questions.length).toBeGreaterThan(0);
  });
});
