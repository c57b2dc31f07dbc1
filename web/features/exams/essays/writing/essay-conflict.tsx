import type { EditingHandle } from '#web/lib/use-editing.ts';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';

export type EssayConflictProps = { editing: EditingHandle<{ text: string }> };

/** Another tab or device saved first: the student compares both texts and decides. */
export default function EssayConflict({ editing }: EssayConflictProps) {
  return (
    <ConflictNotice
      className="mb-4"
      editing={editing}
      title="Este texto foi salvo em outra aba ou aparelho"
      linesOf={(version) => [{ name: 'text', label: 'Texto', text: version.text }]}
      onSave={() => void editing.save()}
    />
  );
}
