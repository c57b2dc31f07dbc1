import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { cardScreens } from '#contract/card-screens.ts';
import type { AnkiImport } from '#contract/study/anki.ts';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ankiImportQuery, useUndoAnkiImport } from './anki.queries.ts';
import { AnkiPreview } from './anki-preview.tsx';
import { cardsWords } from './anki-words.ts';

/** One import: what it brings, how far it is, what became of it. */
export function AnkiImportPage({ id }: { id: number }) {
  const found = useQuery(ankiImportQuery(id));
  return (
    <Page width="wide-form">
      {found.isPending && <SkeletonGroup className="grid gap-5" blocks={['h-16', 'h-40 rounded-card']} />}
      {found.isError && !found.data && (
        <LoadError of={found} title="Não conseguimos abrir esta importação" headingLevel={1} />
      )}
      {found.data && (
        <>
          <PageHeader
            title="Trazer do Anki"
            subtitle={`${found.data.fileName}, ${formatDateTime(found.data.createdAt)}`}
          />
          {found.data.state === 'preview' ? <AnkiPreview read={found.data} /> : <Running read={found.data} />}
        </>
      )}
    </Page>
  );
}

function headline({ state, processed, cards, added }: AnkiImport): string {
  if (state === 'running') return `${formatNumber(processed)} de ${cardsWords(cards)}`;
  if (state === 'undoing') return 'Desfazendo...';
  if (state === 'undone') return 'Importação desfeita';
  return added === 1 ? '1 cartão trazido' : `${formatNumber(added)} cartões trazidos`;
}

function explanation({ state, stayed, chosen, added, brokenPictures, isBrokenOff }: AnkiImport): string {
  if (state === 'running') return 'Pode fechar esta tela: continua em segundo plano.';
  if (state === 'undoing') return 'Os cartões que você não respondeu nem mudou estão sendo tirados.';
  if (state === 'undone') {
    return stayed === 0 ? 'Nenhum cartão ficou.' : `${cardsWords(stayed)} ficaram, porque você já respondeu ou mudou.`;
  }
  const same = chosen > added ? ` ${formatNumber(chosen - added)} você já tinha, ou não couberam.` : '';
  const broken =
    brokenPictures > 0 ? ` ${formatNumber(brokenPictures)} vieram sem a imagem, que não pôde ser lida.` : '';
  if (isBrokenOff) {
    const others = 'Envie o baralho de novo para trazer os outros: o que já veio não se repete.';
    return `A importação parou antes do fim, porque o arquivo não pôde ser lido. ${others}${broken}`;
  }
  return `Eles entram na revisão a partir de amanhã.${same}${broken}`;
}

function Running({ read }: { read: AnkiImport }) {
  const [isAsked, setAsked] = useState(false);
  const undo = useUndoAnkiImport(read.id);
  const [, navigate] = useLocation();
  const { state, processed, cards, notUndoable, undoUntil } = read;
  return (
    <Card title={headline(read)}>
      <p role="status" className="text-ink-soft">
        {explanation(read)}
      </p>
      {state === 'running' && (
        <Progress
          className="mt-4"
          label="Importação"
          value={cards === 0 ? 0 : (processed / cards) * 100}
          valueText={`${processed} de ${cards}`}
        />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <ButtonLink href={cardScreens.list} variant={state === 'done' ? 'next' : 'line'}>
          Ver meus cartões
        </ButtonLink>
        {notUndoable === null && (
          <>
            <Button variant="line" onClick={() => setAsked(true)}>
              <Undo2 /> Desfazer
            </Button>
            <span className="text-ink-soft text-sm">até {formatDateTime(undoUntil)}</span>
          </>
        )}
        {state === 'undone' && (
          <Button variant="line" onClick={() => navigate(cardScreens.anki)}>
            Trazer outro
          </Button>
        )}
      </div>
      <AlertDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Desfazer a importação?"
        text="Os cartões que ela trouxe são excluídos. Os que você já respondeu ou mudou ficam."
        confirmLabel="Desfazer"
        tone="bad"
        busy={undo.isPending}
        onConfirm={() => undo.mutate(undefined, { onSuccess: () => setAsked(false) })}
      />
    </Card>
  );
}
