import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ChosenQuestion } from '#contract/content/lesson-questions.ts';
import { LESSON_QUESTIONS_MAX, LESSON_QUESTIONS_MIN } from '#contract/limits.ts';
import { lessonQuestionsQuery, useChooseQuestions } from '#web/features/content/lessons/lesson-questions.queries.ts';
import { BankList, useActiveQuestions } from '#web/features/questions/questions/bank-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';

type ChooseQuestionsProps = { lessonId: number; open: boolean; onClose: () => void };

/** Selects the questions at the end of a lesson. */
export default function ChooseQuestionsDialog({ lessonId, open, onClose }: ChooseQuestionsProps) {
  const chosen = useQuery({ ...lessonQuestionsQuery(lessonId), enabled: open });
  if (!open) return null;
  if (chosen.data) return <Choice lessonId={lessonId} before={chosen.data.questions} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Questões ao final da aula" size="lg">
      {chosen.isError ? (
        <LoadError of={chosen} title="Não conseguimos abrir as questões desta aula" />
      ) : (
        <SkeletonGroup className="grid gap-3" blocks={['h-16', 'h-16']} />
      )}
    </Dialog>
  );
}

type ChoiceProps = { lessonId: number; before: ChosenQuestion[]; onClose: () => void };

function Choice({ lessonId, before, onClose }: ChoiceProps) {
  const [chosen, setChosen] = useState(before);
  // The state when the dialog opened: a later refetch must not replace it.
  const [seen] = useState(() => before.map(({ id }) => id));
  const bank = useActiveQuestions();
  const save = useChooseQuestions(lessonId);
  const ids = chosen.map(({ id }) => id);
  const isFull = chosen.length >= LESSON_QUESTIONS_MAX;
  const isTooFew = chosen.length > 0 && chosen.length < LESSON_QUESTIONS_MIN;
  const move = (from: number, to: number) =>
    setChosen(chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from] as ChosenQuestion));
  const keep = () =>
    save.mutate(
      { questionIds: ids, before: seen },
      {
        onSuccess: () => {
          toast({ title: 'Questões da aula salvas', tone: 'ok' });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Questões ao final da aula"
      description={`De ${LESSON_QUESTIONS_MIN} a ${LESSON_QUESTIONS_MAX}. Sem nenhuma, sorteamos do assunto da aula.`}
      size="lg"
      footer={
        <>
          <p role="status" className="mr-auto text-ink-soft text-sm">
            {isTooFew ? `Escolha pelo menos ${LESSON_QUESTIONS_MIN}.` : `${chosen.length} de ${LESSON_QUESTIONS_MAX}`}
          </p>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button disabled={isTooFew} busy={save.isPending} busyLabel="Salvando..." onClick={keep}>
            Salvar
          </Button>
        </>
      }
    >
      {chosen.length > 0 && (
        <ol aria-label="Escolhidas" className="mb-6 grid grid-cols-1 gap-2">
          {chosen.map(({ id, excerpt, status }, place) => (
            <li key={id} className="flex items-start gap-1 rounded-control border border-line bg-sunken p-2 pl-3">
              <div className="min-w-0 grow py-2">
                <p className="line-clamp-2 break-words">{excerpt}</p>
                {status !== 'active' && <p className="text-bad text-sm">Fora de uso: não é perguntada aos alunos.</p>}
              </div>
              <MoveButtons
                name={`a questão ${place + 1}`}
                index={place}
                count={chosen.length}
                onMove={(to) => move(place, to)}
              />
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Tirar a questão ${place + 1}`}
                onClick={() => setChosen(chosen.toSpliced(place, 1))}
              >
                <X />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <BankList
        bank={bank}
        action={(row) => (
          <Button
            variant="line"
            size="sm"
            disabled={ids.includes(row.id) || isFull}
            onClick={() => setChosen([...chosen, row])}
          >
            {ids.includes(row.id) ? 'Escolhida' : 'Escolher'}
          </Button>
        )}
      />
    </Dialog>
  );
}
