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
  const { treino, wrongCount, openTreino, openErradas } = practice;
  const isOpen = treino || wrongCount > 0 || openTreino !== null || openErradas !== null;
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
  const begin = (kind: 'treino' | 'erradas') =>
    start.mutate(kind, { onSuccess: ({ id }) => navigate(paths.practice(id)) });
  const { treino, wrongCount, openTreino, openErradas } = practice;
  return (
    <>
      {(wrongCount > 0 || openErradas !== null) && (
        <Button variant="line" busy={start.isPending && start.variables === 'erradas'} onClick={() => begin('erradas')}>
          {openErradas !== null
            ? 'Continuar as erradas'
            : `Refazer só as erradas (${plural(wrongCount, 'questão', 'questões')})`}
        </Button>
      )}
      {(treino || openTreino !== null) && (
        <Button variant="line" busy={start.isPending && start.variables === 'treino'} onClick={() => begin('treino')}>
          {openTreino !== null ? 'Continuar treino' : 'Treinar'}
        </Button>
      )}
    </>
  );
}
