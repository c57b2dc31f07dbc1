import { expect, it } from 'vitest';
import type { DraftQuestion } from '#contract/exams/quiz-authoring.ts';
import { QUIZ_QUESTIONS_MAX } from '#contract/limits.ts';
import { createPerson } from '#server/testing/factories.ts';
import { countQueries } from '#server/testing/queries.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { createQuiz, publishQuiz, readAuthoredQuiz } from './authoring.service.ts';
import { saveDraft } from './drafts.service.ts';

const test = useTestApp();

const questions = (count: number, word: string) =>
  Array.from(
    { length: count },
    (_, at): DraftQuestion => ({
      format: 'html',
      questionText: `<p>${word} ${at}: <strong>qual</strong> é a certa?</p><script>alert(1)</script>`,
      comment: '<p>Leia a lei.</p>',
      subjectId: null,
      options: ['a', 'b', 'c', 'd'].map((name, place) => ({
        optionText: `<p>${name}${at}</p>`,
        comment: '',
        isCorrect: place === 2,
      })),
    }),
  );

/** A first save, a save that changes every question, and the publication: how many statements each took. */
async function statementsFor(count: number) {
  const teacher = { ...(await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() })), sessionId: '' };
  const { id } = (await createQuiz(test.deps, teacher, { title: 'Grande' })).made;
  const read = () => readAuthoredQuiz(test.deps, teacher, id);
  const save = async (wanted: DraftQuestion[]) => {
    const quiz = { ...(await read()), questions: wanted };
    return countQueries(() => saveDraft(test.deps, teacher, id, quiz));
  };
  const made = await save(questions(count, 'Questão'));
  const before = await read();
  const changed = await save(questions(count, 'Mudada').map((one, at) => ({ ...one, id: before.questions[at]?.id })));
  const after = await read();
  expect(after.questions.map((one) => one.id)).toEqual(before.questions.map((one) => one.id));
  const texts = after.questions.map(({ questionText }) => questionText);
  // In order, changed, and clean.
  expect(texts).toEqual(texts.map((_, at) => `<p>Mudada ${at}: <strong>qual</strong> é a certa?</p>`));
  for (const { options } of after.questions) {
    expect(options.map(({ isCorrect }) => isCorrect)).toEqual([false, false, true, false]);
  }
  const published = await countQueries(() => publishQuiz(test.deps, teacher, id, after.revision));
  return { made, changed, published };
}

it('a quiz is saved and published by as many statements with two hundred questions as with two', async () => {
  expect(await statementsFor(QUIZ_QUESTIONS_MAX)).toEqual(await statementsFor(2));
});
