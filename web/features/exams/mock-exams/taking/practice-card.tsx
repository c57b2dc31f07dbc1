import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { quizPracticeQuery, useStartPractice } from './quizzes.queries.ts';

type Mistakes = { wrongCount: number; openMistakes: number | null };

export const mistakesLabel = ({ wrongCount, openMistakes }: Mistakes): string =>
  openMistakes !== null
    ? 'Continuar as erradas'
    : `Refazer só as erradas, ${plural(wrongCount, 'questão', 'questões')}`;

/** Practice with the questions of this quiz: all of them, or only the wrong ones. */
export function PracticeCard({ quizId }: { quizId: number }) {
  const practice = useQuery(quizPracticeQuery(quizId)).data;
  if (!practice) return null;
  const { training, wrongCount, openTraining, openMistakes } = practice;
  const isOpen = training || wrongCount > 0 || openTraining !== null || openMistakes !== null;
  return (
    <Card title="Treino">
      <p className="mb-4 text-ink-soft text-sm">
        {isOpen
          ? 'A resposta comentada aparece depois de cada questão. Não conta para sua nota.'
          : 'O treino com a resposta depois de cada questão abre quando você finalizar este simulado.'}
      </p>
      <div className="grid grid-cols-1 gap-2">
        <PracticeButtons quizId={quizId} />
      </div>
    </Card>
  );
}

function PracticeButtons({ quizId }: { quizId: number }) {
  const [, navigate] = useLocation();
  const practice = useQuery(quizPracticeQuery(quizId)).data;
  const start = useStartPractice(quizId);
  if (!practice) return null;
  const { wrongCount, openMistakes, postponesTo } = practice;
  return (
    <>
      {(wrongCount > 0 || openMistakes !== null) && (
        <Button
          variant="line"
          busy={start.isPending}
          onClick={() => start.mutate('mistakes', { onSuccess: ({ id }) => navigate(paths.practice(id)) })}
        >
          <PricedLabel postponesTo={postponesTo}>{mistakesLabel({ wrongCount, openMistakes })}</PricedLabel>
        </Button>
      )}
      <TrainingButton quizId={quizId} look="line" />
    </>
  );
}

/** All questions again, with the answer after each one; renders nothing if that is not available. */
export function TrainingButton({ quizId, look = 'quiet' }: { quizId: number; look?: 'line' | 'quiet' }) {
  const [, navigate] = useLocation();
  const practice = useQuery(quizPracticeQuery(quizId)).data;
  const start = useStartPractice(quizId);
  if (!practice?.training && !practice?.openTraining) return null;
  return (
    <Button
      variant={look}
      busy={start.isPending}
      onClick={() => start.mutate('training', { onSuccess: ({ id }) => navigate(paths.practice(id)) })}
    >
      <PricedLabel postponesTo={practice.postponesTo}>
        {practice.openTraining !== null ? 'Continuar treino' : 'Treinar'}
      </PricedLabel>
    </Button>
  );
}
