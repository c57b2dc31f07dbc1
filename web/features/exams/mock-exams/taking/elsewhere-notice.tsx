import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useTakeOver } from './quizzes.queries.ts';

/** One device at a time: this one has lost the exam, and may take it back. */
export function ElsewhereNotice({ attemptId, onTaken }: { attemptId: number; onTaken: () => void }) {
  const takeOver = useTakeOver();
  return (
    <Notice
      tone="sun"
      title="Este simulado está aberto em outro aparelho"
      className="m-4 mb-0"
      action={
        <Button
          variant="line"
          size="sm"
          busy={takeOver.isPending}
          onClick={() => takeOver.mutate(attemptId, { onSuccess: onTaken })}
        >
          Continuar neste aparelho
        </Button>
      }
    >
      O que você marcar aqui fica guardado e só vale se você continuar neste aparelho.
    </Notice>
  );
}
