import { useQuery } from '@tanstack/react-query';
import { Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useRoute } from 'wouter';
import type { PeopleImport } from '#contract/people/people-imports.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { school } from '#web/lib/school.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { importedQuery, useSendLetters, useUndoImport } from './import.queries.ts';

/** An import that runs in the background: its progress, its letters and its undo. */
export default function ImportedScreen() {
  const [, params] = useRoute<{ id: string }>('/admin/users/import/:id');
  const imported = useQuery(importedQuery(Number(params?.id)));
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {imported.isPending && <SkeletonGroup className="grid gap-5" blocks={['h-16', 'h-40 rounded-card']} />}
      {imported.isError && !imported.data && (
        <LoadError of={imported} title="Não conseguimos carregar esta importação" headingLevel={1} />
      )}
      {imported.data && <Imported imported={imported.data} />}
    </Page>
  );
}

function headline({ state, total, created, extended, unchanged, refused }: PeopleImport): string {
  const done = created + extended + unchanged + refused.length;
  if (state === 'running') return `${done} de ${plural(total, 'linha', 'linhas')}`;
  if (state === 'undoing') return 'Desfazendo...';
  if (state === 'undone') return 'Importação desfeita';
  return plural(created + extended, 'pessoa trazida', 'pessoas trazidas');
}

function lettersText({ state, lettersAt, invited, created }: PeopleImport): string {
  if (state === 'running') return 'Pode fechar esta tela: continua em segundo plano. Nenhuma carta saiu.';
  if (state !== 'done') return 'As contas e os links desta importação deixam de valer.';
  if (created === 0) return 'Ninguém novo: nenhum convite a enviar.';
  if (lettersAt === null) return `${plural(created, 'convite espera', 'convites esperam')} a sua confirmação.`;
  const verb = school.sendsMail ? 'na fila de envio' : 'guardados, não enviados';
  return `Convites: ${invited} de ${created} ${verb}. Pode fechar esta tela.`;
}

function Imported({ imported }: { imported: PeopleImport }) {
  const [asked, setAsked] = useState<'letters' | 'undo' | null>(null);
  const letters = useSendLetters(imported.id);
  const undo = useUndoImport(imported.id);
  const {
    state,
    total,
    created,
    extended,
    unchanged,
    refused,
    remarks = [],
    lettersAt,
    invited,
    notUndoable,
  } = imported;
  const mayUndo = isAdmin(useUser()) && notUndoable === null;
  const done = created + extended + unchanged + refused.length;
  const progress = state === 'running' ? (done / total) * 100 : created === 0 ? 100 : (invited / created) * 100;
  return (
    <>
      <PageHeader
        className="mb-0"
        title="Trazer pessoas"
        subtitle={`${imported.fileName}, trazido em ${formatDateTime(imported.at)}${imported.by ? ` por ${imported.by}` : ''}.`}
      />
      <Card title={headline(imported)}>
        <p role="status" className="text-ink-soft">
          {lettersText(imported)}
        </p>
        {(state === 'running' || lettersAt !== null) && state !== 'undone' && (
          <Progress
            className="mt-4 max-w-[520px]"
            label={state === 'running' ? 'Importação' : 'Convites'}
            value={progress}
            valueText={state === 'running' ? `${done} de ${total}` : `${invited} de ${created}`}
          />
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {state === 'done' && lettersAt === null && created > 0 && (
            <Button variant="next" onClick={() => setAsked('letters')}>
              <Send /> Enviar {plural(created, 'convite', 'convites')}
            </Button>
          )}
          {mayUndo && (
            <Button variant="line" onClick={() => setAsked('undo')}>
              <Undo2 /> Desfazer tudo
            </Button>
          )}
        </div>
      </Card>
      <Card title="O que aconteceu">
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2">
          <dt>Contas novas</dt>
          <dd className="font-strong tabular-nums">{created}</dd>
          <dt>Já eram alunos, o acesso cresceu</dt>
          <dd className="font-strong tabular-nums">{extended}</dd>
          <dt>Já eram alunos, nada mudou</dt>
          <dd className="font-strong tabular-nums">{unchanged}</dd>
          <dt>Desfazer vale até</dt>
          <dd className="font-strong">{formatDateTime(imported.undoUntil)}, ou o primeiro acesso</dd>
        </dl>
      </Card>
      <Lines title={plural(refused.length, 'linha não entrou', 'linhas não entraram')} lines={refused} />
      <Lines
        title={plural(remarks.length, 'linha entrou com ressalva', 'linhas entraram com ressalva')}
        lines={remarks}
      />
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={asked === 'undo' ? 'Desfazer tudo?' : `Enviar ${plural(created, 'convite', 'convites')}?`}
        text={
          asked === 'undo'
            ? 'As contas novas são apagadas, os links já enviados param de valer e quem já era aluno volta à data de antes.'
            : 'Uma carta por pessoa, com um link que vale uma semana. Nada sobre pagamento.'
        }
        confirmLabel={asked === 'undo' ? 'Desfazer tudo' : 'Enviar'}
        tone={asked === 'undo' ? 'bad' : 'plain'}
        busy={letters.isPending || undo.isPending}
        onConfirm={() => (asked === 'undo' ? undo : letters).mutate(undefined, { onSuccess: () => setAsked(null) })}
      />
    </>
  );
}

function Lines({ title, lines }: { title: string; lines: PeopleImport['refused'] }) {
  if (lines.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="divide-y divide-line text-sm">
        {lines.map(({ line, email, message }) => (
          <li key={line} className="py-2 [overflow-wrap:anywhere]">
            Linha {line}, {email}: {message}
          </li>
        ))}
      </ul>
    </Card>
  );
}
