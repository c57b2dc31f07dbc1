import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleQuestions } from '#contract/study/law-study.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { attachTestArticle, createTestLaw } from '#server/testing/laws.ts';
import { createTestComment } from '#server/testing/question-lists.ts';
import { createCourse, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let teacher: Person;
let lawId: number;
beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
  lawId = await createTestLaw(test, teacher, {
    urn: 'urn:lex:br:federal:constituicao:1988-10-05;1988',
    shortName: 'CF',
  });
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const call = async (as: Person, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};
const urlOf = (article: string) => `/api/laws/${lawId}/articles/${article}`;
const asked = (as: Person, article: string): Promise<ArticleQuestions> =>
  call(as, 'GET', `${urlOf(article)}/questions`);
const idsOf = async (as: Person, article: string) => (await asked(as, article)).questions.map(({ id }) => id);
const practise = (as: Person, article: string, creationKey: string = randomUUID()) =>
  test.request({ method: 'POST', url: `${urlOf(article)}/practices`, as, payload: { creationKey } });

/** A question that the search has read. */
async function ask(article: number, over: object = {}) {
  const question = await createBankQuestion(test, teacher, {
    questionText: `Conforme o art. ${article}º, I, da CF, assinale a ${randomUUID()}.`,
    options: 2,
    ...over,
  });
  await call(teacher, 'GET', `/api/teacher/questions/${question.id}/law-citations`);
  return question;
}
const publish = (questionId: number) => publishComposed(test, teacher, { questionIds: [questionId] });

describe('what fell of an article', () => {
  it('is listed by year, and practised exactly; the same key is the same practice', async () => {
    const student = await createPerson(test.deps.db);
    const old = await ask(1, { year: 2018, source: 'Vunesp' });
    const recent = await ask(1, { year: 2024, source: 'Cebraspe' });
    await ask(2);
    const list = await asked(student, 'art1');
    expect(list.practisable).toBe(2);
    expect(list.questions).toMatchObject([
      { id: recent.id, year: 2024, source: 'Cebraspe', isAnswered: false, isRight: null },
      { id: old.id, year: 2018, source: 'Vunesp', isAnswered: false, isRight: null },
    ]);
    expect(list.questions[0]?.excerpt).toMatch(/^Conforme o art. 1º, I, da CF/);
    const key = randomUUID();
    const [first, again] = [await practise(student, 'art1', key), await practise(student, 'art1', key)];
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.json()).toEqual(first.json());
    const practice = await call(student, 'GET', `/api/practices/${first.json().practiceId}`);
    expect(practice.title).toBe('Art. 1, CF');
    expect(practice.questions.map(({ id }: { id: number }) => id)).toEqual([recent.id, old.id]);
    const answer = { questionId: old.id, optionId: old.wrong };
    await call(student, 'POST', `/api/practices/${practice.id}/answers`, answer);
    expect((await asked(student, 'art1')).questions).toMatchObject([
      { isAnswered: false },
      { isAnswered: true, isRight: false },
    ]);
    expect((await asked(await createPerson(test.deps.db), 'art1')).questions).toMatchObject([
      { isAnswered: false },
      { isAnswered: false },
    ]);
  });

  it('follows the question: rewritten, refused, led elsewhere, out of the bank', async () => {
    const student = await createPerson(test.deps.db);
    const question = await ask(3);
    const quote = 'art. 3º, I, da CF';
    const decide = (decision: object) =>
      call(teacher, 'PUT', `/api/teacher/questions/${question.id}/law-citations`, { quote, ...decision });
    expect(await idsOf(student, 'art3')).toEqual([question.id]);
    await decide({ decision: 'refused' });
    expect(await idsOf(student, 'art3')).toEqual([]);
    await decide({ decision: 'corrected', device: { lawId, lexId: 'art4_cpt_inc2' } });
    expect([await idsOf(student, 'art3'), await idsOf(student, 'art4')]).toEqual([[], [question.id]]);
    await test.deps.db.updateTable('questions').set({ status: 'annulled' }).where('id', '=', question.id).execute();
    expect(await idsOf(student, 'art4')).toEqual([]);
    expect((await practise(student, 'art4')).json()).toMatchObject({ code: 'nothing_to_practise' });
    const none = await test.request({ method: 'GET', url: `${urlOf('art99')}/questions`, as: student });
    expect(none.statusCode).toBe(404);
  });
});

describe('a hostile student', () => {
  it('sees nothing of a simulado that is still to be taken, nor of an open attempt, and practises none of it', async () => {
    const student = await createPerson(test.deps.db);
    const question = await ask(6);
    const quiz = await publish(question.id);
    expect(await idsOf(student, 'art6')).toEqual([]);
    expect((await practise(student, 'art6')).statusCode).toBe(409);
    await takeQuiz(test, student, quiz.id, new Map([[question.id, question.wrong]]));
    await test.deps.jobs.drain();
    expect(await idsOf(student, 'art6')).toEqual([question.id]);
    const { id } = await call(student, 'POST', `/api/quizzes/${quiz.id}/start`);
    expect(await asked(student, 'art6')).toEqual({ questions: [], practisable: 0 });
    await call(student, 'POST', `/api/attempts/${id}/finish`, { answers: [] });
    expect(await idsOf(student, 'art6')).toEqual([question.id]);
  });

  it('learns from quotes of comments, from attached articles and of the result only with an open key', async () => {
    const student = await createPerson(test.deps.db);
    const question = await ask(7, { comment: 'Veja o art. 8º da CF.' });
    await attachTestArticle(test, teacher, question.id, lawId);
    const free = await ask(7, { comment: 'Veja o art. 8º da CF.' });
    expect(await idsOf(student, 'art7')).toEqual([free.id, question.id]);
    // Not answered: neither list tells of them.
    expect([await idsOf(student, 'art8'), await idsOf(student, 'art5')]).toEqual([[], []]);
    const quiz = await publish(question.id);
    const courseId = await createCourse(test.deps.db, { quizzes: [quiz.id], lessons: [] });
    await enrollStudent(test.deps.db, student.id, courseId);
    await takeQuiz(test, student, quiz.id, new Map([[question.id, question.wrong]]));
    await test.deps.jobs.drain();
    await test.deps.db.deleteFrom('key_openings').where('user_id', '=', student.id).execute();
    const before = (await asked(student, 'art7')).questions.find(({ id }) => id === question.id);
    expect(before).toMatchObject({ isAnswered: true, isRight: null });
    expect([await idsOf(student, 'art8'), await idsOf(student, 'art5')]).toEqual([[], []]);
    const opened = () =>
      test.deps.db.selectFrom('key_openings').select('question_id').where('user_id', '=', student.id);
    expect(await opened().execute()).toEqual([]);
    await call(student, 'GET', `/api/answered-questions/${question.id}?key=open`);
    const after = (await asked(student, 'art7')).questions.find(({ id }) => id === question.id);
    expect(after).toMatchObject({ isAnswered: true, isRight: false });
    expect([await idsOf(student, 'art8'), await idsOf(student, 'art5')]).toEqual([[question.id], [question.id]]);
  });
});

describe('articles that a reader has read', () => {
  it('are marked and unmarked by the reader alone, and counted in the list of laws', async () => {
    const [student, other] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
    const mark = (article: string, isRead: boolean) =>
      test.request({ method: 'PUT', url: `${urlOf(article)}/read`, as: student, payload: { isRead } });
    for (const article of ['art2', 'art1', 'art2'])
      expect((await mark(article, true)).json()).toEqual({ isRead: true });
    expect((await mark('art99', true)).statusCode).toBe(404);
    const readBy = (person: Person) => call(person, 'GET', `/api/laws/${lawId}/read-articles`);
    const counted = async (person: Person) =>
      (await call(person, 'GET', '/api/laws')).find(({ id }: { id: number }) => id === lawId)?.readCount;
    expect([await readBy(student), await counted(student)]).toEqual([['art1', 'art2'], 2]);
    expect([await readBy(other), await counted(other)]).toEqual([[], 0]);
    expect((await mark('art1', false)).json()).toEqual({ isRead: false });
    expect(await readBy(student)).toEqual(['art2']);
  });
});

describe('a citation in a comment', () => {
  it('is refused and corrected by the student who wrote it, and by no other', async () => {
    const [writer, other] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
    const question = await ask(9);
    for (const person of [writer, other]) {
      const { practiceId } = (await practise(person, 'art9')).json();
      const answer = { questionId: question.id, optionId: question.wrong };
      await call(person, 'POST', `/api/practices/${practiceId}/answers`, answer);
    }
    const comment = { userId: writer.id, questionId: question.id, body: 'É o art. 12 da CF.' };
    const id = await createTestComment(test, comment);
    const linksOf = async () => (await call(other, 'GET', `/api/answered-questions/${question.id}/comments`)).links;
    expect(await linksOf()).toMatchObject([{ id, quote: 'art. 12 da CF', lexId: 'art12' }]);
    const decide = (as: Person, decision: object) =>
      test.request({
        method: 'PUT',
        url: `/api/question-comments/${id}/law-citations`,
        as,
        payload: { quote: 'art. 12 da CF', ...decision },
      });
    expect((await decide(other, { decision: 'refused' })).statusCode).toBe(404);
    expect(await linksOf()).toHaveLength(1);
    await decide(writer, { decision: 'corrected', device: { lawId, lexId: 'art13' } });
    expect(await linksOf()).toMatchObject([{ lexId: 'art13' }]);
    expect((await decide(writer, { decision: 'refused' })).statusCode).toBe(200);
    expect(await linksOf()).toEqual([]);
    await decide(writer, { decision: 'recognised' });
    expect(await linksOf()).toMatchObject([{ lexId: 'art12' }]);
  });
});
