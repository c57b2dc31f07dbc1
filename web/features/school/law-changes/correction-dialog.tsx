import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LawChangeItem } from '#contract/school/law-changes.ts';
import { BaseTextEditing } from '#web/features/questions/questions/base-text-editing.tsx';
import { authoredSetQuery } from '#web/features/study/cards/sets/card-sets.queries.ts';
import SetDialog from '#web/features/study/cards/sets/set-dialog.tsx';
import { keys } from '#web/lib/query-keys.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

type CorrectionDialogProps = { item: LawChangeItem; onClose: () => void };

/** Corrects a supporting text or the card of a set without leaving the list. */
export default function CorrectionDialog({ item, onClose }: CorrectionDialogProps) {
  const client = useQueryClient();
  const close = () => {
    void client.invalidateQueries({ queryKey: keys.laws('change-items') });
    onClose();
  };
  return item.kind === 'set_card' ? (
    <OfSet id={item.targetId} cardId={item.cardId ?? null} onClose={close} />
  ) : (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Editar texto-base"
      size="lg"
      // Neither a click outside nor Escape may discard what is being written.
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => event.preventDefault()}
    >
      <BaseTextEditing id={item.targetId} onSaved={close} onCancel={close} onDeleted={close} saveLabel="Salvar" />
    </Dialog>
  );
}

function OfSet({ id, cardId, onClose }: { id: number; cardId: number | null; onClose: () => void }) {
  // Fetched before each edit: a save over an older revision is refused.
  const set = useQuery({ ...authoredSetQuery(id), staleTime: 0, gcTime: 0 });
  if (set.data && !set.isFetching) return <SetDialog set={set.data} cardId={cardId} onClose={onClose} />;
  if (!set.isError) return null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Editar conjunto" size="lg">
      <LoadError of={set} title="Não conseguimos abrir o conjunto" headingLevel={3} />
    </Dialog>
  );
}
