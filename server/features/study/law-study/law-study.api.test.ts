import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QuestionLink } from '#contract/questions/question-laws.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createTestComment } from '#server/testing/question-lists.ts';
import { createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let teacher: Person;
let student: Person;
let lawId: number;
beforeAll(async () => {
  const now = test.clock.now();
  teacher = await createPerson(test.deps.db, { role: 'teacher', now });
  student = await createPerson(test.deps.db, { role: 'student', now });
  lawId = await createTestLaw(test, teacher, { urn: 'urn:lex:br:federal:constituicao:1988-10-05;1988' });
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const call = async (as: Person, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};
const linksOf = async (id: number, as: Person = student) =>
  (await call(as, 'GET', `/api/answered-questions/${id}/law-citations`)) as {
    links: QuestionLink[];
    articles: { lexId: string }[];
  };
const quotes = async (id: number, as: Person = student) => (await linksOf(id, as)).links.map(({ quote }) => quote);

const ask = (over: object = {}) =>
  createBankQuestion(test, teacher, {
    questionText: 'Conforme o art. 5º, I, da CF, assinale.',
    comment: 'Veja o art. 7º da CF.',
    optionText: (place) => `O do art. ${place + 8} da CF.`,
    options: 2,
    ...over,
  });
/** Answers a question where the answer shows at once. */
async function practise(question: { id: number; wrong: number }, as: Person = student) {
  const quiz = await publishComposed(test, teacher, { questionIds: [question.id], isTraining: true });
  const { id } = await call(as, 'POST', '/api/practices', { kind: 'training', quizId: quiz.id });
  await call(as, 'POST', `/api/practices/${id}/answers`, { questionId: question.id, optionId: question.wrong });
}

describe('the links of a question', () => {
  it('come after the answer, from statement, options and comments, and lead to the devices of the school', async () => {
    const question = await ask();
    expect(await linksOf(question.id)).toEqual({ links: [], articles: [] });
    await practise(question);
    const { links } = await linksOf(question.id);
    expect(links.map(({ quote, article, lexId, lawId: law }) => [quote, article, lexId, law])).toEqual([
      ['art. 5º, I, da CF', 'art5', 'art5_cpt_inc1', lawId],
      ['art. 9 da CF', 'art9', 'art9', lawId],
      ['art. 10 da CF', 'art10', 'art10', lawId],
      ['art. 7º da CF', 'art7', 'art7', lawId],
    ]);
  });

  it('come with those of its base text', async () => {
    const text = await call(teacher, 'POST', '/api/teacher/base-texts', {
      title: 'Texto',
      format: 'html',
      text: '<p>O <b>art. 6º</b> da CF e o art. 5º, I, da CF.</p>',
      creationKey: crypto.randomUUID(),
    });
    const question = await ask({ baseTextId: text.id });
    await practise(question);
    const { links } = await linksOf(question.id);
    expect(links.filter(({ of }) => of === 'base_text').map(({ quote, id }) => [quote, id])).toEqual([
      ['art. 6º da CF', text.id],
    ]);
  });

  it('are none where one quote leads to two devices of the text', async () => {
    const question = await ask({
      questionText: 'O art. 1º da CF e o art. 2º da mesma lei; o art. 3º da Lei 8.112/90 e o art. 2º da mesma lei.',
    });
    await createTestLaw(test, teacher, { urn: 'urn:lex:br:federal:lei:1990-12-11;8112', name: 'Lei 8.112' });
    await practise(question);
    const found = await quotes(question.id);
    expect(found).toContain('art. 1º da CF');
    expect(found).not.toContain('art. 2º da mesma lei');
  });

  it('are new after the question was rewritten', async () => {
    const question = await ask();
    await practise(question);
    expect(await quotes(question.id)).toContain('art. 5º, I, da CF');
    const stored = await call(teacher, 'GET', `/api/teacher/questions/${question.id}`);
    const { revision, options, kind, format, comment } = stored;
    const sent = options.map((one: Record<string, unknown>) => ({
      id: one.id,
      optionText: one.optionText,
      comment: one.comment,
      isCorrect: one.isCorrect,
    }));
    await call(teacher, 'PUT', `/api/teacher/questions/${question.id}`, {
      ...{ kind, format, comment, revision },
      questionText: 'Conforme o art. 11 da CF, assinale.',
      options: sent,
    });
    expect(await quotes(question.id)).toEqual(['art. 11 da CF', 'art. 9 da CF', 'art. 10 da CF', 'art. 7º da CF']);
  });

  it('in the comments below it come with those comments', async () => {
    const question = await ask();
    await practise(question);
    const id = await createTestComment(test, {
      userId: teacher.id,
      questionId: question.id,
      body: 'É o art. 12 da CF.',
    });
    const { links } = await call(student, 'GET', `/api/answered-questions/${question.id}/comments`);
    expect(links).toMatchObject([{ id, quote: 'art. 12 da CF', lexId: 'art12', lawId }]);
    const decision = { decision: 'refused', quote: 'art. 12 da CF' };
    await call(teacher, 'PUT', `/api/teacher/question-comments/${id}/law-citations`, decision);
    expect((await call(student, 'GET', `/api/answered-questions/${question.id}/comments`)).links).toEqual([]);
    await test.deps.db.updateTable('question_comments').set({ state: 'hidden' }).where('id', '=', id).execute();
  });
});

describe('a hostile student', () => {
  it('gets no link of a question that was never answered, nor those of others', async () => {
    const question = await ask();
    const other = await createPerson(test.deps.db);
    await practise(question, other);
    expect(await quotes(question.id, other)).not.toEqual([]);
    expect(await linksOf(question.id)).toEqual({ links: [], articles: [] });
    expect(await linksOf(2_000_000_000)).toEqual({ links: [], articles: [] });
  });

  it('gets none of a question in an open attempt, of its copy, or of its base text elsewhere', async () => {
    const person = await createPerson(test.deps.db);
    const text = await call(teacher, 'POST', '/api/teacher/base-texts', {
      title: 'Comum',
      format: 'plain',
      text: 'O art. 13 da CF.',
      creationKey: crypto.randomUUID(),
    });
    const question = await ask({ baseTextId: text.id, questionText: 'Prova: conforme o art. 5º, I, da CF.' });
    const copy = await ask({ baseTextId: text.id, questionText: 'Prova: conforme o art. 5º, I, da CF.' });
    const sibling = await ask({ baseTextId: text.id, questionText: 'Outra: conforme o art. 14 da CF.' });
    for (const one of [question, copy, sibling]) await practise(one, person);
    expect(await quotes(question.id, person)).toContain('art. 13 da CF');
    await call(teacher, 'PUT', `/api/teacher/questions/${question.id}/law-articles`, {
      ...{ lawId, lexId: 'art15', isTaken: true },
    });
    const quiz = await publishComposed(test, teacher, { questionIds: [question.id] });
    const { id } = await call(person, 'POST', `/api/quizzes/${quiz.id}/start`);
    const none = { links: [], articles: [] };
    expect(await linksOf(question.id, person)).toEqual(none);
    expect(await linksOf(copy.id, person)).toEqual(none);
    expect(await quotes(sibling.id, person)).toEqual([
      'art. 14 da CF',
      'art. 9 da CF',
      'art. 10 da CF',
      'art. 7º da CF',
    ]);
    // The attempt itself carries neither links nor what they are made of.
    const attempt = JSON.stringify(await call(person, 'GET', `/api/attempts/${id}`));
    expect(attempt).not.toMatch(/lexId|lawId|law/);
    await call(person, 'POST', `/api/attempts/${id}/finish`, { answers: [] });
    expect((await linksOf(question.id, person)).articles).toMatchObject([{ lexId: 'art15' }]);
    expect(await quotes(sibling.id, person)).toContain('art. 13 da CF');
  });

  it('gets the quotes of comments, and attached articles, only with a key that was shown or costs nothing', async () => {
    const person = await createPerson(test.deps.db);
    const question = await ask({ questionText: 'Certificado: conforme o art. 5º, I, da CF.' });
    const quiz = await publishComposed(test, teacher, { questionIds: [question.id] });
    const courseId = await createCourse(test.deps.db, {
      quizzes: [quiz.id],
      lessons: [await createLesson(test.deps.db, 'Aula')],
    });
    await enrollStudent(test.deps.db, person.id, courseId);
    await call(teacher, 'PUT', `/api/teacher/questions/${question.id}/law-articles`, {
      ...{ lawId, lexId: 'art15', isTaken: true },
    });
    await takeQuiz(test, person, quiz.id, new Map([[question.id, question.wrong]]));
    await test.deps.jobs.drain();
    await test.deps.db.deleteFrom('key_openings').where('user_id', '=', person.id).execute();
    const before = await linksOf(question.id, person);
    expect(before.links.map(({ quote }) => quote)).toEqual(['art. 5º, I, da CF', 'art. 9 da CF', 'art. 10 da CF']);
    expect(before.articles).toEqual([]);
    const openings = await test.deps.db.selectFrom('key_openings').select('user_id').where('user_id', '=', person.id);
    expect(await openings.execute()).toEqual([]);
    await call(person, 'GET', `/api/answered-questions/${question.id}?key=open`);
    const after = await linksOf(question.id, person);
    expect(after.links.map(({ quote }) => quote)).toContain('art. 7º da CF');
    expect(after.articles).toMatchObject([{ lexId: 'art15' }]);
  });

  it('gets nothing that the version before stored without saying where it stands', async () => {
    const person = await createPerson(test.deps.db);
    const question = await ask({ questionText: 'Antes: conforme o art. 5º, I, da CF.' });
    const quiz = await publishComposed(test, teacher, { questionIds: [question.id] });
    const courseId = await createCourse(test.deps.db, { quizzes: [quiz.id], lessons: [] });
    await enrollStudent(test.deps.db, person.id, courseId);
    await takeQuiz(test, person, quiz.id, new Map([[question.id, question.wrong]]));
    await test.deps.jobs.drain();
    await test.deps.db.deleteFrom('key_openings').where('user_id', '=', person.id).execute();
    expect(await quotes(question.id, person)).toHaveLength(3);
    await test.deps.db.updateTable('law_item_citations').set({ in_comment: true }).execute();
    expect(await quotes(question.id, person)).toEqual([]);
  });
});
