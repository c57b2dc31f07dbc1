import { describe, expect, it } from 'vitest';
import { quizDraft } from '#contract/exams/quiz-authoring.ts';
import { withOneMore, withRight } from '#web/editor/edited-options.ts';
import { draftOf, type EditedQuiz, editedFrom, moved, newQuestion } from './quiz-draft.ts';

const quiz = (change: Partial<EditedQuiz> = {}): EditedQuiz => ({
  title: 'Simulado',
  description: '',
  timeLimit: '60',
  passingScore: '70',
  questions: [],
  ...change,
});

describe('the draft of a quiz', () => {
  it('is sent as the contract wants it, without the empty places at the end', () => {
    const question = newQuestion();
    const [first, second, third] = question.options;
    if (!first || !second || !third) throw new Error('A new question has five places.');
    const filled = {
      ...question,
      options: withRight(question.options, third.key),
      questionText: 'Quanto é 1 + 1?',
    };
    const draft = draftOf(quiz({ timeLimit: ' ', questions: [filled, newQuestion(filled)] }));
    expect(quizDraft.parse(draft)).toEqual(draft);
    expect(draft.timeLimit).toBeNull();
    expect(draft.questions.map(({ options }) => options.length)).toEqual([3, 2]);
    expect(draft.questions[0]?.options.map(({ isCorrect }) => isCorrect)).toEqual([false, false, true]);
  });

  it.each([
    [{ title: '  ' }, ['title']],
    [{ timeLimit: '0' }, ['timeLimit']],
    [{ timeLimit: '1441' }, ['timeLimit']],
    [{ timeLimit: '1,5' }, ['timeLimit']],
    [{ passingScore: '' }, ['passingScore']],
    [{ passingScore: '101' }, ['passingScore']],
    [{ timeLimit: '', passingScore: '0' }, []],
  ])('%o names %o', (change, fields) => {
    const { error } = quizDraft.safeParse(draftOf(quiz(change)));
    expect(error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(fields);
  });

  it('keeps the names of questions on the screen across a save', () => {
    const question = newQuestion();
    const before = quiz({ questions: [question] });
    const after = editedFrom(
      {
        id: 1,
        ...draftOf(before),
        questions: [
          {
            id: 7,
            format: 'plain',
            baseText: null,
            questionText: 'A',
            comment: '',
            subjectId: null,
            options: [{ id: 1, optionText: 'a', comment: '', isCorrect: true }],
          },
        ],
        drawCount: 0,
        revision: 2,
        isPublished: false,
        hasUnpublishedChanges: false,
        attemptCount: 0,
        updatedAt: '',
      },
      before,
    );
    expect(after.questions[0]).toMatchObject({ key: question.key, id: 7 });
    expect(after.questions[0]?.options[0]?.key).toBe(question.options[0]?.key);
  });

  it('moves entries and stays within the list', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  });

  it('takes six options and no more', () => {
    expect(withOneMore(withOneMore(newQuestion().options))).toHaveLength(6);
  });
});
