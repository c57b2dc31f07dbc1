import { expect, it } from 'vitest';
import { QUIZ_QUESTIONS_MAX } from '../../../../contract/limits.ts';
import type { AuthoredQuiz } from '../../../../contract/quiz-authoring.ts';
import { createPerson, type Person } from '../../../testing/factories.ts';
import { countQueries } from '../../../testing/queries.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const test = useTestApp();

const send = (as: Person, method: 'POST' | 'PUT', url: string, payload: object) =>
  test.request({ method, url, as, payload });

const questions = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => ({
    format: 'html',
    questionText: `<p>${word} ${at}: <strong>qual</strong> é a certa?</p><script>alert(1)</script>`,
    comment: '<p>Leia a lei.</p>',
    subjectId: null,
    options: ['a', 'b', 'c', 'd'].map((name, place) => ({
      optionText: `<p>${name}${at}</p>`,
      comment: '',
      isCorrect: place === 2,
    })),
  }));

/** A first save, a save that changes every question, and the publication: how many statements each took. */
async function statementsFor(count: number) {
  const teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
  let quiz: AuthoredQuiz = (await send(teacher, 'POST', '/api/teacher/quizzes', { title: 'Grande' })).json();
  const save = async (change: (quiz: AuthoredQuiz) => object[]) => {
    const body = { ...quiz, questions: change(quiz) };
    const reply = await send(teacher, 'PUT', `/api/teacher/quizzes/${quiz.id}`, body);
    expect(reply.statusCode, reply.body).toBe(200);
    quiz = reply.json();
  };
  const made = await countQueries(() => save(() => questions(count, 'Questão')));
  const changed = await countQueries(() =>
    save((stored) => questions(count, 'Mudada').map((one, at) => ({ ...one, id: stored.questions[at]?.id }))),
  );
  expect(quiz.questions).toHaveLength(count);
  expect(quiz.questions.at(-1)?.questionText).toBe(`<p>Mudada ${count - 1}: <strong>qual</strong> é a certa?</p>`);
  expect(quiz.questions.at(-1)?.options.map(({ isCorrect }) => isCorrect)).toEqual([false, false, true, false]);
  const published = await countQueries(async () => {
    const reply = await send(teacher, 'POST', `/api/teacher/quizzes/${quiz.id}/publish`, { revision: quiz.revision });
    expect(reply.statusCode, reply.body).toBe(200);
  });
  return { made, changed, published };
}

it('a quiz is saved and published by as many statements with two hundred questions as with two', async () => {
  expect(await statementsFor(QUIZ_QUESTIONS_MAX)).toEqual(await statementsFor(2));
});
