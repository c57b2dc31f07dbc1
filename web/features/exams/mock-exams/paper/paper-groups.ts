import type { Question } from '#contract/questions/question.ts';

type PaperGroup = { text: NonNullable<Question['baseText']> | null; from: number; questions: Question[] };

/** Questions in a row that are read with the same text: the text is printed once, before them. */
export function paperGroups(questions: readonly Question[]): PaperGroup[] {
  const groups: PaperGroup[] = [];
  for (const [place, question] of questions.entries()) {
    const last = groups.at(-1);
    const { baseText } = question;
    if (last && (last.text?.id ?? null) === (baseText?.id ?? null)) last.questions.push(question);
    else groups.push({ text: baseText, from: place + 1, questions: [question] });
  }
  return groups;
}

/** 'Texto para a questão 3', 'Texto para as questões 3 a 5' */
export function groupTitle({ from, questions }: PaperGroup): string {
  const to = from + questions.length - 1;
  return from === to ? `Texto para a questão ${from}` : `Texto para as questões ${from} a ${to}`;
}
