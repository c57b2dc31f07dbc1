import type { Question } from '#contract/questions/question.ts';

type PaperGroup<Q extends Question> = {
  text: NonNullable<Question['baseText']> | null;
  /** The numbers of its first and last question. */
  from: number;
  to: number;
  questions: Q[];
};

/** Questions in a row that are read with the same text: the text is printed once, before them. */
export function paperGroups<Q extends Question>(
  questions: readonly Q[],
  numberOf: (question: Q, place: number) => number = (_, place) => place + 1,
): PaperGroup<Q>[] {
  const groups: PaperGroup<Q>[] = [];
  for (const [place, question] of questions.entries()) {
    const last = groups.at(-1);
    const { baseText } = question;
    const number = numberOf(question, place);
    if (last && (last.text?.id ?? null) === (baseText?.id ?? null)) {
      last.questions.push(question);
      last.to = number;
    } else groups.push({ text: baseText, from: number, to: number, questions: [question] });
  }
  return groups;
}

/** 'Texto para a questão 3', 'Texto para as questões 3 a 5' */
export function groupTitle({ from, to }: { from: number; to: number }): string {
  return from === to ? `Texto para a questão ${from}` : `Texto para as questões ${from} a ${to}`;
}
