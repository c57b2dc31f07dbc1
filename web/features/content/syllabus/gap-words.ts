import { plural } from '#web/lib/format.ts';

type Gaps = { withoutLesson: number; withoutQuestion: number };

/** What is missing, and only that: nobody wants to read of zero topics. */
export const gapWords = ({ withoutLesson, withoutQuestion }: Gaps): string =>
  [
    withoutLesson > 0 && plural(withoutLesson, 'assunto sem aula', 'assuntos sem aula'),
    withoutQuestion > 0 && plural(withoutQuestion, 'assunto sem questão', 'assuntos sem questão'),
  ]
    .filter(Boolean)
    .join(', ');
