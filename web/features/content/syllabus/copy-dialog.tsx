import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { allSyllabiQuery, fetchSyllabus } from './syllabus.queries.ts';
import { draftOf, type SyllabusDraft } from './syllabus-draft.ts';

type CopyDialogProps = {
  examId: number;
  replaces: boolean;
  onCopied: (draft: SyllabusDraft) => void;
  onClose: () => void;
};

export function CopyDialog({ examId, replaces, onCopied, onClose }: CopyDialogProps) {
  const syllabi = useQuery(allSyllabiQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const others = syllabi.data?.filter((one) => one.examId !== examId) ?? [];
  const copy = async () => {
    if (chosen === null) return;
    setBusy(true);
    try {
      onCopied(draftOf(await fetchSyllabus(Number(chosen))).value);
    } catch (error) {
      setBusy(false);
      toast({ title: 'Não foi possível copiar', description: textOf(error), tone: 'bad' });
    }
  };
  return (
    <Dialog
      open
      title="Copiar de outra prova"
      onOpenChange={(open) => !open && !isBusy && onClose()}
      footer={
        <>
          <Button variant="line" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
          <Button busy={isBusy} disabled={chosen === null} onClick={() => void copy()}>
            Copiar
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {replaces && <Notice tone="sun">O edital copiado toma o lugar do que está na tela.</Notice>}
        {syllabi.isPending && <SkeletonGroup blocks={['h-28 w-full']} />}
        {syllabi.isError && <LoadError of={syllabi} title="Não conseguimos buscar os editais" headingLevel={3} />}
        {syllabi.isSuccess && others.length === 0 && (
          <p className="text-ink-soft">Nenhuma outra prova tem edital cadastrado.</p>
        )}
        {others.length > 0 && (
          <RadioGroup
            label="Prova"
            value={chosen}
            onValueChange={setChosen}
            options={others.map(({ examId: id, name, date, topics }) => ({
              value: String(id),
              label: name,
              help: `${formatDay(date)}, ${plural(topics, 'assunto', 'assuntos')}`,
            }))}
          />
        )}
      </div>
    </Dialog>
  );
}
