import { Card } from '#web/ui/card.tsx';
import { attemptsNote, PreviousAttempts, type PreviousAttemptsProps } from './previous-attempts.tsx';
import type { QuizOverview } from './quizzes.queries.ts';

export type AttemptsCardProps = { quiz: QuizOverview; attempts: PreviousAttemptsProps['query'] };

/** Beside an attempt that is open: the attempts before it, and the best of them. */
export default function AttemptsCard({ quiz, attempts }: AttemptsCardProps) {
  return (
    <Card title="Tentativas anteriores" aside={attemptsNote(quiz)}>
      <PreviousAttempts query={attempts} quizId={quiz.id} />
    </Card>
  );
}
