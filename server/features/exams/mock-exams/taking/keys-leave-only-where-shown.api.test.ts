import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { KEY_COOLDOWN_MS } from '#contract/limits.ts';
import { paramsOf, responseOf } from '#contract/omitted-shapes.ts';
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

/**
 * A key counts as seen when the server sends it, and a pass within a day of it earns no certificate. So only the calls
 * below may carry a key: a student makes each of them to see one. Every other call is made by opening a screen.
 */
const keyShowing = {
  reviewAttempt: 'the review of an attempt; with key=ask it asks first',
  getPractice: 'answered questions of a practice; of a timed one all questions, once it is over',
  startPractice: 'the same, where the practice was open already',
  finishPractice: 'the same, at its end',
  answerPractice: 'the verdict on an answer',
  answerReview: 'the verdict on an answer',
  getAnsweredQuestion: 'one answered question; with key=ask it asks first',
  getMistakeKey: 'one row of the error notebook, opened',
  printQuestionList: 'a list of questions for paper; without key=with it carries none',
  getOfflineQuestions: 'a pack for offline study, without keys that would delay a certificate',
} as const;

/** Comments of a correction are about a text: no question has a key there. */
const ofEssays = ['beginEssay', 'getEssay', 'deliverEssay', 'deliverEssayPages', 'askReview'];

const keyFields = ['isCorrect', 'rightOptionId', 'answerKey', 'comment', 'optionComments'];

const test = useTestApp({ RATE_LIMIT: 'off' });
const CANARY = 'Porque a segunda é a certa.';
const NOW = '2026-11-16T12:00:00.000Z';

type Question = Awaited<ReturnType<typeof createBankQuestion>>;
let student: Person;
let question: Question;
let list: { id: number; token: string };
let card: Awaited<ReturnType<typeof makeQuestionCard>>;
let ids: Record<'law' | 'lesson' | 'course' | 'quiz' | 'attempt' | 'practice' | 'exam' | 'topic', number>;

const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as: student, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};
const openings = async () =>
  (
    await test.deps.db
      .selectFrom('key_openings')
      .select('opened_at as at')
      .where('user_id', '=', student.id)
      .where('question_id', '=', question.id)
      .execute()
  ).map(({ at }) => at.toISOString());

/** A student who failed the simulado of a course two days ago: its only question is in a lesson, the review and a practice. */
beforeAll(async () => {
  const { db } = test.deps;
  test.clock.set('2026-11-13T12:00:00.000Z');
  const teacher = await createPerson(db, { role: 'teacher' });
  const subjectId = await createSubject(db, 'Português');
  const labels = { subjectId, topic: 'Crase', comment: CANARY };
  question = await createBankQuestion(test, teacher, labels);
  const others = [await createBankQuestion(test, teacher, labels), await createBankQuestion(test, teacher, labels)];
  const asked = [question, ...others];
  const quiz = await publishComposed(test, teacher, { questionIds: asked.map(({ id }) => id) });
  const lesson = await createLesson(db, 'Aula', subjectId);
  await db
    .insertInto('lesson_questions')
    .values(asked.map(({ id }, at) => ({ lesson_id: lesson, question_id: id, position: at + 1 })))
    .execute();
  const course = await createCourse(db, { quizzes: [quiz.id], lessons: [lesson] });
  const exam = await createExamWithSyllabus(test, await createPerson(db, { role: 'admin' }), [
    { subjectId, name: 'Português', topics: [{ topicId: null, name: 'Crase', amount: 10 }] },
  ]);
  student = await createPerson(db);
  await enrollStudent(db, student.id, course);
  await call('POST', `/api/exams/${exam.id}/follow`);
  const wrong = new Map(asked.map((one) => [one.id, one.wrong]));
  const { id: attempt } = await takeQuiz(test, student, quiz.id, wrong);
  await test.deps.jobs.drain();
  const { id: practice } = await call('POST', '/api/practices', { kind: 'mistakes', quizId: quiz.id });
  await call('POST', `/api/practices/${practice}/answers`, { questionId: question.id, optionId: question.wrong });
  const law = await createTestLaw(test, teacher);
  await attachTestArticle(test, teacher, question.id, law);
  list = await createTestList(test, { userId: student.id, questionId: question.id, isCorrect: false, isShared: true });
  await createTestComment(test, { userId: teacher.id, questionId: question.id, body: CANARY });
  card = await makeQuestionCard(test, student, question.id, 'Nas minhas palavras');
  ids = { law, lesson, course, quiz: quiz.id, attempt, practice, exam: exam.id, topic: exam.topicId };
  test.clock.set(NOW);
});

beforeEach(() => test.deps.db.deleteFrom('key_openings').where('user_id', '=', student.id).execute());

type Params = Record<string, string | number>;
const asked: Record<string, () => Params[]> = {
  getQuiz: () => [{ id: ids.quiz }],
  getQuizOverview: () => [{ id: ids.quiz }],
  getQuizPractice: () => [{ id: ids.quiz }],
  listAttempts: () => [{ quizId: ids.quiz }],
  resumeAttempt: () => [{ id: ids.attempt }],
  getAttemptResult: () => [{ id: ids.attempt }],
  getRanking: () => [{ id: ids.quiz }],
  getLessonPractice: () => [{ id: ids.lesson }],
  getCourse: () => [{ id: ids.course }],
  getOfflineCourse: () => [{ id: ids.course }],
  getOfflineQuestions: () => [{ '?': `review=true&lessonIds=${ids.lesson}` }],
  getExamMap: () => [{ id: ids.exam }],
  getMapTopic: () => [{ id: ids.exam, topicId: ids.topic }],
  listQuestionDoubts: () => [{ id: question.id }],
  countQuestionComments: () => [{ id: question.id }],
  listQuestionLaws: () => [{ id: question.id }],
  listArticleQuestions: () => [{ id: ids.law, article: 'art5' }],
  getQuestionList: () => [{ id: list.id }],
  listQuestionListTopics: () => [{ id: list.id }],
  printQuestionList: () => [{ id: list.id }],
  getCard: () => [{ id: card.id }],
  getCardPicture: () => [{ id: card.picture?.id ?? 0 }],
  getSharedQuestionList: () => [{ token: list.token }],
  // Asked as the screens ask: the key comes once the student has read the price.
  reviewAttempt: () => [{ id: ids.attempt, '?': 'key=ask' }],
  getAnsweredQuestion: () => [{ id: question.id, '?': 'key=ask' }],
  listMistakes: () => [{ '?': 'page=1&state=open' }],
};
/** The calls that show keys whenever they are made. Comments are no key, but their words may tell it. */
const shows = ['getPractice', 'getMistakeKey', 'listQuestionComments'];

describe('a certificate that waits for a pass', () => {
  it.each(reads.filter(([name]) => !shows.includes(name)))(
    'is not delayed by %s, which carries no key',
    async (name, spec) => {
      expect(
        !paramsOf(spec) || name in asked || unconcerned.includes(name),
        `say in this test what ${name} takes`,
      ).toBe(true);
      for (const params of asked[name]?.() ?? [missingParams(spec)]) {
        const { text } = await answerOf(test, student, spec, params);
        expect(text).not.toContain(CANARY);
        expect(text).not.toMatch(/"(isCorrect":true|rightOptionId":\d)/);
      }
      expect(await openings()).toEqual([]);
    },
  );

  it('is delayed by the calls that show a key, from the moment of the call', async () => {
    for (const url of [
      `/api/mistakes/${question.id}/key`,
      `/api/practices/${ids.practice}`,
      `/api/answered-questions/${question.id}/comments`,
    ]) {
      await test.deps.db.deleteFrom('key_openings').where('user_id', '=', student.id).execute();
      expect(JSON.stringify(await call('GET', url))).toContain(CANARY);
      expect(await openings()).toEqual([NOW]);
    }
  });

  it('has a price that the lists name before: the date of the server', async () => {
    const until = new Date(Date.parse(NOW) + KEY_COOLDOWN_MS).toISOString();
    expect((await call('GET', '/api/mistakes')).items).toMatchObject([{}, {}, {}].map(() => ({ postponesTo: until })));
    expect(await call('GET', `/api/quizzes/${ids.quiz}/practice`)).toMatchObject({ postponesTo: until });
    expect((await call('GET', '/api/practices'))[0]).toMatchObject({ postponesTo: until });
    expect((await call('GET', '/api/review/today?of=mistakes')).items[0]).toMatchObject({ postponesTo: until });
    expect(await call('GET', `/api/attempts/${ids.attempt}/review?key=ask`)).toMatchObject({
      key: 'not_asked',
      postponesTo: until,
    });
    expect(await call('GET', `/api/answered-questions/${question.id}?key=ask`)).toMatchObject({
      answer: null,
      postponesTo: until,
    });
    expect(await call('GET', `/api/answered-questions/${question.id}/comment-count`)).toMatchObject({
      postponesTo: until,
    });
    expect(await call('GET', `/api/question-lists/${list.id}/print`)).toMatchObject({ postponesTo: until });
    const { questions } = await call('GET', `/api/practices/${ids.practice}`);
    expect(questions.map(({ postponesTo }: { postponesTo: string | null }) => postponesTo)).toEqual([
      null,
      until,
      until,
    ]);
  });
});

describe('the contract', () => {
  const forStudents = Object.entries(endpoints).filter(
    ([name, spec]) =>
      ['signedIn', 'public'].includes(spec.access) && typeof responseOf(spec) === 'object' && !ofEssays.includes(name),
  );

  it.each(forStudents)('%s has no field for a key, unless it is a call that shows keys', (name, spec: EndpointSpec) => {
    const schema = JSON.stringify(
      z.toJSONSchema(responseOf(spec) as z.ZodMiniType, { io: 'output', unrepresentable: 'any' }),
    );
    const found = keyFields.filter((field) => schema.includes(`"${field}":`));
    expect(found.length > 0).toBe(name in keyShowing);
  });

  it('knows every call that is named here', () => {
    expect(Object.keys(keyShowing).filter((name) => !(name in endpoints))).toEqual([]);
  });
});
