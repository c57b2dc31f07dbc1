import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { lawScreens } from '#contract/law-screens.ts';
import type { getLawChange, LawChange } from '#contract/school/law-changes.ts';
import { isRefused } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ComparedDevices } from './compared-devices.tsx';
import { markedWords, unreadWords } from './device-words.ts';
import { LawChangeItems } from './law-change-items.tsx';
import { lawChangeQuery, useUndoChange } from './law-changes.queries.ts';
import { LawDecisions } from './law-decisions.tsx';

/** One amendment: what it changed, and what cites it. */
export default function LawChangeScreen() {
  const { id = '' } = useParams<{ id: string }>();
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const change = useQuery({ ...lawChangeQuery(Number(id)), enabled: isId });
  if (!isId || isRefused<typeof getLawChange>(change.error, 'not_found')) {
    return (
      <NotFound
        title="Mudança não encontrada"
        text="A lei pode ter sido excluída, ou o endereço está incompleto."
        link={{ href: lawScreens.taking, label: 'Ver as leis da escola' }}
      />
    );
  }
  return (
    <Page>
      {change.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-10 w-2/3', 'h-64']} />}
      {change.isError && <LoadError of={change} title="Não conseguimos abrir a mudança" headingLevel={1} />}
      {change.data && <Change change={change.data} />}
    </Page>
  );
}

function Change({ change }: { change: LawChange }) {
  const open = change.counts.reduce((sum, { open: left }) => sum + left, 0);
  const all = change.counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <PageHeader
        eyebrow={<Link href={lawScreens.changes(change.lawId)}>Mudanças de {change.lawName}</Link>}
        title={`${change.amending} mudou ${change.lawName}`}
        subtitle={[
          `Em vigor desde ${formatDay(change.startsOn)}`,
          `${plural(all, 'item cita', 'itens citam')} o texto antigo`,
          ...(change.markedBy > 0 ? [`${markedWords(change.markedBy)} o que mudou, com aviso`] : []),
        ].join('. ')}
        actions={<Undo change={change} />}
      />
      <div className="grid grid-cols-1 gap-6">
        {change.undoneAt !== null && (
          <Notice tone="info">Esta mudança foi desfeita: a lei voltou ao texto de antes.</Notice>
        )}
        {change.unread > 0 && (
          <Notice tone="info" title="A lista ainda pode crescer">
            {unreadWords(change.unread)}. Quem citar o que mudou entra sozinho na lista: abra de novo em alguns minutos.
          </Notice>
        )}
        <ComparedDevices devices={change.devices} total={change.total} />
        <LawChangeItems change={change} />
        <LawDecisions decisions={change.decisions} />
        <p className="text-ink-soft text-sm">
          {change.undoneAt === null &&
            (open === 0
              ? change.unread > 0
                ? 'Tudo decidido até aqui. '
                : 'Tudo decidido. '
              : `Faltam ${plural(open, 'decisão', 'decisões')}. `)}
          Quem segue um edital de antes de {formatDay(change.startsOn)} continua vendo o texto antigo, com a data.
        </p>
      </div>
    </>
  );
}

function Undo({ change }: { change: LawChange }) {
  const [isAsking, setAsking] = useState(false);
  const undo = useUndoChange();
  const now = useNow();
  if (change.undoneAt !== null || new Date(change.undoableUntil) <= now) return null;
  return (
    <>
      <Button variant="line" onClick={() => setAsking(true)}>
        <Undo2 /> Desfazer a mudança
      </Button>
      {isAsking && (
        <AlertDialog
          open
          title="Desfazer a mudança?"
          text="A lei volta ao texto de antes. As decisões sobre questões continuam; cada uma se desfaz na lista de decisões."
          confirmLabel="Desfazer"
          busy={undo.isPending}
          onConfirm={() => undo.mutate(change.id, { onSettled: () => setAsking(false) })}
          onOpenChange={(isOpen) => !isOpen && setAsking(false)}
        />
      )}
    </>
  );
}
