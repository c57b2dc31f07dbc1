import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { RowOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast.ts';
import { quizChoicesQuery, useAddToQuiz } from './changes.queries.ts';

type AddToQuizDialogProps = { ids: readonly number[]; onDone: () => void; onClose: () => void };

/** Appends the selected questions to a simulado. */
export function AddToQuizDialog({ ids, onDone, onClose }: AddToQuizDialogProps) {
  const quizzes = useQuery(quizChoicesQuery);
  const [quizId, setQuizId] = useState('');
  const [error, setError] = useState<string | undefined>();
  const add = useAddToQuiz();
  const chosen = quizzes.data?.find(({ id }) => String(id) === quizId);
  const submit = () => {
    if (!chosen) return setError('Escolha o simulado.');
    add.mutate(
      { quizId: chosen.id, ids },
      {
        onSuccess: (added) => {
          toast({
            title: added > 0 ? `${plural(added, 'questão incluída', 'questões incluídas')}` : 'Nada a incluir',
            description: added > 0 ? `Em “${chosen.title}”. Publique para que valha.` : 'O simulado já tinha todas.',
          });
          onDone();
        },
        onError: (failure) => setError(textOf(failure)),
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !add.isPending && onClose()}
      title={`Pôr ${plural(ids.length, 'questão', 'questões')} em um simulado`}
      size="sm"
    >
      {quizzes.isError && (
        <ErrorState
          headingLevel={3}
          title="Não conseguimos buscar os simulados"
          text={textOf(quizzes.error)}
          onRetry={() => quizzes.refetch()}
        />
      )}
      {quizzes.data?.length === 0 && (
        <EmptyState headingLevel={3} title="Nenhum simulado" text="Crie um simulado antes de pôr questões nele." />
      )}
      {(quizzes.data?.length ?? 0) > 0 && (
        <form
          noValidate
          className="grid grid-cols-1 gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label="Simulado" error={error}>
            <Select
              value={quizId}
              onChange={({ target }) => {
                setQuizId(target.value);
                setError(undefined);
              }}
            >
              <option value="">Escolha</option>
              <RowOptions of={quizzes.data} label={({ title, questionCount }) => `${title} (${questionCount})`} />
            </Select>
          </Field>
          <div className="flex justify-end gap-2">
            <Button variant="line" disabled={add.isPending} onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" busy={add.isPending} busyLabel="Incluindo...">
              Incluir
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
