import { plural } from '#web/lib/format.ts';

type Gaps = { withoutLesson: number; withoutQuestion: number };

/** Names only what is missing: zero counts are left out. */
export const gapWords = ({ withoutLesson, withoutQuestion }: Gaps): string =>
  [
    withoutLesson > 0 && plural(withoutLesson, 'assunto sem aula', 'assuntos sem aula'),
    withoutQuestion > 0 && plural(withoutQuestion, 'assunto sem questão', 'assuntos sem questão'),
  ]
    .filter(Boolean)
    .join(', ');
