import { describe, expect, it } from 'vitest';
import { mayEdit, publishProblems, sameDraft } from './authoring.policy.ts';

describe('who may edit a quiz', () => {
  it.each([
    ['its author', { id: 'ana', role: 'teacher' }, 'ana', true],
    ['another teacher', { id: 'bia', role: 'teacher' }, 'ana', false],
    ['a teacher, where the author is gone', { id: 'bia', role: 'teacher' }, null, false],
    ['an administrator', { id: 'eva', role: 'admin' }, 'ana', true],
  ] as const)('%s', (_, user, authorId, may) => {
    expect(mayEdit(user, { authorId })).toBe(may);
  });
});

describe('what keeps a draft from being published', () => {
  const noQuestion = { questions: 'Inclua pelo menos uma questão.' };
  it.each([
    ['nothing', { title: 'A', questionProblems: [null], drawCount: 0 }, {}],
    ['nothing, where as many are selected at random', { title: 'A', questionProblems: [null], drawCount: 1 }, {}],
    ['nothing, where all are selected at random', { title: 'A', questionProblems: [], drawCount: 1 }, {}],
    ['no question', { title: 'A', questionProblems: [], drawCount: 0 }, noQuestion],
    ['no title', { title: ' ', questionProblems: [null], drawCount: 0 }, { title: 'Dê um título ao simulado.' }],
    [
      'a question',
      { title: 'A', questionProblems: [null, 'Sem gabarito.'], drawCount: 0 },
      { 'questions.1': 'Sem gabarito.' },
    ],
  ])('%s', (_, draft, problems) => {
    expect(publishProblems(draft)).toEqual(problems);
  });
});

describe('a draft saved again', () => {
  const question = {
    id: 1,
    format: 'plain' as const,
    questionText: 'Qual?',
    comment: 'Esta.',
    subjectId: 5,
    options: [{ optionText: 'Sim', comment: '', isCorrect: true }],
  };
  const draft = { title: 'A', description: 'B', timeLimit: 10, passingScore: 70, questions: [question] };
  const { id: _, ...unnumbered } = question;

  it('is the same, also when its questions have got their numbers meanwhile', () => {
    expect(sameDraft(draft, structuredClone(draft))).toBe(true);
    expect(sameDraft(draft, { ...draft, questions: [unnumbered] })).toBe(true);
    expect(sameDraft({ ...draft, questions: [unnumbered] }, draft)).toBe(true);
  });

  it.each([
    ['title', { title: 'C' }],
    ['description', { description: 'C' }],
    ['time', { timeLimit: null }],
    ['passing score', { passingScore: 71 }],
    ['number of questions', { questions: [] }],
    ['number of questions, more', { questions: [question, question] }],
    ['question', { questions: [{ ...question, id: 2 }] }],
    ['subject', { questions: [{ ...question, subjectId: null }] }],
    ['text', { questions: [{ ...question, questionText: 'Qual delas?' }] }],
    [
      'text of one of two questions',
      { questions: [question, { ...question, id: 2, questionText: 'Qual delas?' }] },
      { ...draft, questions: [question, { ...question, id: 2 }] },
    ],
  ])('is a different one with another %s', (_, change, before = draft) => {
    expect(sameDraft(before, { ...draft, ...change })).toBe(false);
  });
});
