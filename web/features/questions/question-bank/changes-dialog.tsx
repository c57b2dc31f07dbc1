import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { ChangeOutcome, listQuestionChanges } from '#contract/questions/question-changes.ts';
import { textOf } from '#web/lib/api.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { fieldWords, leftWords } from './change-words.ts';
import { changesQuery, useUndoChange } from './changes.queries.ts';

type Change = ResponseOf<typeof listQuestionChanges>[number];

const titleOf = ({ kind, fileName, fields, questionCount }: Change) => {
  const questions = plural(questionCount, 'questão', 'questões');
  if (kind === 'import') return `Importação de ${fileName ?? 'um arquivo'}: ${questions}`;
  return `${fields.map((field) => fieldWords[field]).join(', ')}: ${questions}`;
};

type ChangesDialogProps = { onUndone: (outcome: ChangeOutcome) => void; onClose: () => void };

/** Changes of the last seven days, including imports, each with a way to undo it. */
export function ChangesDialog({ onUndone, onClose }: ChangesDialogProps) {
  const changes = useQuery(changesQuery);
  const undo = useUndoChange();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Mudanças recentes"
      description="Mudanças em várias questões e importações suas. Cada uma pode ser desfeita por 7 dias."
    >
      {changes.isPending && <SkeletonGroup blocks={['h-24']} />}
      {changes.isError && (
        <ErrorState
          headingLevel={3}
          title="Não conseguimos buscar as mudanças"
          text={textOf(changes.error)}
          onRetry={() => changes.refetch()}
        />
      )}
      {changes.data?.length === 0 && <EmptyState headingLevel={3} title="Nenhuma mudança nos últimos 7 dias" />}
      <ul className="grid grid-cols-1 gap-2">
        {changes.data?.map((change) => (
          <li
            key={change.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-control border border-line p-3"
          >
            <div className="min-w-0">
              <p className="break-words font-strong first-letter:uppercase">{titleOf(change)}</p>
              <p className="text-ink-soft text-sm">{formatDateTime(change.createdAt)}</p>
            </div>
            {change.undoneAt ? (
              <Badge>Desfeita</Badge>
            ) : (
              <Button
                variant="line"
                size="sm"
                busy={undo.isPending && undo.variables === change.id}
                onClick={() =>
                  undo.mutate(change.id, { onSuccess: onUndone, onError: toastFailure('Nada foi desfeito') })
                }
              >
                <Undo2 /> Desfazer<span className="sr-only">: {titleOf(change)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Questions that a change, or its undo, left unchanged. */
export function LeftDialog({ outcome, onClose }: { outcome: ChangeOutcome; onClose: () => void }) {
  const more = outcome.leftCount - outcome.left.length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${plural(outcome.leftCount, 'questão ficou', 'questões ficaram')} como ${outcome.leftCount === 1 ? 'estava' : 'estavam'}`}
      footer={<Button onClick={onClose}>Entendi</Button>}
    >
      <ul className="grid grid-cols-1 gap-2">
        {outcome.left.map(({ id, excerpt, reason }) => (
          <li key={id} className="min-w-0 border-line border-b pb-2">
            <p className="line-clamp-2 break-words">{excerpt || `Questão ${id}`}</p>
            <p className="text-ink-soft text-sm">
              Questão {id}: {leftWords[reason]}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-ink-soft text-sm">E mais {plural(more, 'questão', 'questões')}.</p>}
    </Dialog>
  );
}
