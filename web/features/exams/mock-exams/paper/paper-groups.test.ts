import { expect, it } from 'vitest';
import type { Question } from '#contract/questions/question.ts';
import { groupTitle, paperGroups } from './paper-groups.ts';

const question = (id: number, textId: number | null) =>
  ({ id, baseText: textId === null ? null : { id: textId } }) as unknown as Question;

it('prints a text once, before the questions in a row that are read with it', () => {
  const groups = paperGroups([question(1, null), question(2, 7), question(3, 7), question(4, 8), question(5, 7)]);
  expect(groups.map(({ text, questions }) => [text?.id ?? null, questions.map(({ id }) => id)])).toEqual([
    [null, [1]],
    [7, [2, 3]],
    [8, [4]],
    [7, [5]],
  ]);
  expect(groups.slice(1, 3).map(groupTitle)).toEqual(['Texto para as questões 2 a 3', 'Texto para a questão 4']);
});

it('the paper uses the original numbers of the questions where some are left out', () => {
  const numbered = [
    { ...question(1, 7), number: 101 },
    { ...question(2, 7), number: 103 },
    { ...question(3, 8), number: 104 },
  ];
  const groups = paperGroups(numbered, ({ number }) => number);
  expect(groups.map(groupTitle)).toEqual(['Texto para as questões 101 a 103', 'Texto para a questão 104']);
});
