import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { plural } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { quizPracticeQuery, useStartPractice } from './quizzes.queries.ts';

/** Training what was asked here: everything again, or only what went wrong. */
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

export function PracticeButtons({ quizId }: { quizId: number }) {
  const [, navigate] = useLocation();
  const practice = useQuery(quizPracticeQuery(quizId)).data;
  const start = useStartPractice(quizId);
  if (!practice) return null;
  const begin = (kind: 'training' | 'mistakes') =>
    start.mutate(kind, { onSuccess: ({ id }) => navigate(paths.practice(id)) });
  const { training, wrongCount, openTraining, openMistakes } = practice;
  return (
    <>
      {(wrongCount > 0 || openMistakes !== null) && (
        <Button
          variant="line"
          busy={start.isPending && start.variables === 'mistakes'}
          onClick={() => begin('mistakes')}
        >
          {openMistakes !== null
            ? 'Continuar as erradas'
            : `Refazer só as erradas (${plural(wrongCount, 'questão', 'questões')})`}
        </Button>
      )}
      {(training || openTraining !== null) && (
        <Button
          variant="line"
          busy={start.isPending && start.variables === 'training'}
          onClick={() => begin('training')}
        >
          {openTraining !== null ? 'Continuar treino' : 'Treinar'}
        </Button>
      )}
    </>
  );
}
