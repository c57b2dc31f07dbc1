import { Shuffle } from 'lucide-react';
import { useLocation } from 'wouter';
import { textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useDrawPaper } from './paper.queries.ts';

/** In place of a booklet that cannot be: one draw for the whole room, which then has a booklet. */
export function DrawNow({ quizId }: { quizId: number }) {
  const draw = useDrawPaper(quizId);
  const [, navigate] = useLocation();
  const start = () => draw.mutate(undefined, { onSuccess: ({ id }) => navigate(paths.printQuiz(id)) });
  return (
    <EmptyState
      title="Este simulado sorteia as questões"
      text="Cada aluno recebe outras, por isso não há um caderno só. O sorteio para o papel é feito uma vez e fica num rascunho com questões fixas, que os alunos não veem."
      action={
        <div className="grid justify-items-center gap-4">
          <Button busy={draw.isPending} onClick={start}>
            <Shuffle /> Sortear agora
          </Button>
          {draw.isError && (
            <Notice tone="bad" role="alert" className="text-left">
              {textOf(draw.error)}
            </Notice>
          )}
        </div>
      }
    />
  );
}
