import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { AuthoredCardSet } from '#contract/study/card-sets.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { authoredSetQuery, authoredSetsQuery, useDeleteSet } from './card-sets.queries.ts';

const SetDialog = lazyChunk(() => import('./set-dialog.tsx'), 'over');

/** The sets of cards that a teacher offers, by course. */
export default function CardSetsScreen() {
  const sets = useQuery(authoredSetsQuery);
  const [isMaking, setMaking] = useState(false);
  return (
    <Page>
      <PageHeader
        title="Cartões dos cursos"
        subtitle="Conjuntos que os alunos de um curso podem copiar para a própria revisão."
        actions={
          <Button variant="next" onClick={() => setMaking(true)}>
            <Plus /> Novo conjunto
          </Button>
        }
      />
      {sets.isError && !sets.data && <LoadError of={sets} title="Não conseguimos abrir os conjuntos" />}
      {sets.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-16', 'h-16']} />}
      {sets.data?.length === 0 && (
        <EmptyState
          title="Nenhum conjunto ainda"
          text="Junte o que os alunos de um curso precisam decorar. Cada um copia o conjunto e revisa no seu tempo."
        />
      )}
      <ul className="grid grid-cols-1 gap-3">
        {sets.data?.map((set) => (
          <Row key={set.id} set={set} />
        ))}
      </ul>
      {isMaking && (
        <Suspense>
          <SetDialog set={null} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Row({ set }: { set: AuthoredCardSet }) {
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const full = useQuery({ ...authoredSetQuery(set.id), enabled: isEditing });
  const remove = useDeleteSet();
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4">
      <p className="wrap-anywhere min-w-0 grow">
        <span className="block font-strong">{set.title}</span>
        <span className="text-ink-soft text-sm">
          {set.course} · {plural(set.cards, 'cartão', 'cartões')}
        </span>
        {full.isError && <span className="block text-bad text-sm">{textOf(full.error)}</span>}
      </p>
      <Button variant="quiet" busy={isEditing && full.isFetching} onClick={() => setEditing(true)}>
        <Pencil /> Editar
      </Button>
      <Button variant="quiet" onClick={() => setDeleting(true)}>
        <Trash2 /> Excluir
      </Button>
      {isEditing && full.data && !full.isFetching && (
        <Suspense>
          <SetDialog set={full.data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      <AlertDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Excluir “${set.title}”?`}
        text="O conjunto deixa de ser oferecido. As cópias dos alunos continuam com eles."
        confirmLabel="Excluir"
        tone="bad"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(set.id, {
            onSuccess: () => {
              setDeleting(false);
              toast({ title: 'Conjunto excluído' });
            },
          })
        }
      />
    </li>
  );
}
