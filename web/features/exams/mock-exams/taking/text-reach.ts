import type { Question } from '#contract/questions/question.ts';

/** The places of the questions in a row that are read with the text of this one: 'questões 31 a 35'. */
export function reachOf(questions: readonly Question[], index: number): string | null {
  const text = questions[index]?.baseText?.versionId;
  const shares = (place: number) => text !== undefined && questions[place]?.baseText?.versionId === text;
  let [first, last] = [index, index];
  while (shares(first - 1)) first -= 1;
  while (shares(last + 1)) last += 1;
  return first === last ? null : `para as questões ${first + 1} a ${last + 1}`;
}
