import { plural } from '#web/lib/format.ts';
import { resultOf } from '../results.ts';
import type { Review } from './quizzes.queries.ts';

type Told = Pick<Review, 'attempt' | 'passingScore' | 'history' | 'subjects'>;

/** Right answers that reach the pass mark. */
export const neededHits = (total: number, passingScore: number) =>
  Math.max(0, Math.ceil((total * passingScore) / 100 - 1e-9));

/** The score in one sentence: the distance to the pass line, in right answers. Null while the result is withheld. */
export function headline({ attempt, passingScore }: Told): string | null {
  const result = resultOf(attempt);
  if (!result) return null;
  const distance = result.correctAnswers - neededHits(attempt.totalQuestions, passingScore);
  if (!result.passed) {
    const missing = Math.max(1, -distance);
    return `${missing === 1 ? 'Faltou' : 'Faltaram'} ${plural(missing, 'acerto', 'acertos')} para o corte`;
  }
  if (distance <= 0) return 'Você passou do corte, na medida';
  return `Você passou do corte, com ${plural(distance, 'acerto', 'acertos')} de folga`;
}

/** Beside it, where there is something to compare with: the attempts before, or where the points are. */
export function comparison(review: Told): string | null {
  const result = resultOf(review.attempt);
  if (!result) return null;
  const before = review.history.slice(
    0,
    review.history.findIndex(({ id }) => id === review.attempt.id),
  );
  const best = Math.max(...before.map(({ percent }) => percent));
  if (before.length > 0 && result.percent > best) {
    return `Foi o seu melhor resultado em ${before.length + 1} tentativas.`;
  }
  const worst = heaviestMiss(review.subjects);
  if (result.passed || !worst || review.subjects.length < 2) return null;
  return `O que mais pesou foi ${worst.name}: ${worst.correct} de ${plural(worst.total, 'acerto', 'acertos')}.`;
}

function heaviestMiss(subjects: Told['subjects']) {
  const told = subjects.flatMap((subject) =>
    subject.correct === null ? [] : [{ ...subject, correct: subject.correct }],
  );
  return told
    .filter(({ correct, total }) => correct < total)
    .sort((a, b) => b.total - b.correct - (a.total - a.correct))[0];
}

export type AnswerVerdict = 'right' | 'wrong' | 'blank' | 'annulled' | 'withheld' | 'answered';
export const verdictWords: Record<AnswerVerdict, string> = {
  right: 'certa',
  wrong: 'errada',
  blank: 'em branco',
  annulled: 'anulada',
  withheld: 'em andamento',
  answered: 'respondida',
};

/** The state of a question in the grid; without the key only whether it was answered. */
export function verdictOf(question: Review['questions'][number], isKeyOpen: boolean): AnswerVerdict {
  const isBlank = question.selectedOptionId === null;
  if (isKeyOpen && question.isAnnulled) return 'annulled';
  if (isKeyOpen && question.isWithheld) return 'withheld';
  if (isBlank) return 'blank';
  if (!isKeyOpen) return 'answered';
  return question.isCorrect ? 'right' : 'wrong';
}
