import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useParams } from 'wouter';
import type { getQuestionImport, QuestionImport } from '#contract/questions/question-import.ts';
import { isRefused } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressChoice } from '#web/lib/use-address.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { type EntryFilter, importQuery, useConfirmImport, useDiscardImport } from './import.queries.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportEntries } from './import-entries.tsx';
import { ImportKeys } from './import-keys.tsx';
import { ImportLabels } from './import-labels.tsx';
import { ImportOutlook } from './import-outlook.tsx';
import { ImportScan } from './import-scan.tsx';
import { ImportTopics } from './import-topics.tsx';

export function ImportPreview() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const found = useQuery({ ...importQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getQuestionImport>(found.error, 'not_found');
  return (
    <Page width="wide-form">
      <BackTo href={paths.importQuestions}>Importar outro arquivo</BackTo>
      <PageHeader title="Conferir importação" subtitle={found.data?.fileName} />
      {found.data?.state === 'preview' &&
        (found.data.scan ? (
          <ImportScan importId={found.data.id} scan={found.data.scan} />
        ) : (
          <Preview found={found.data} />
        ))}
      {found.data?.state === 'importing' && <Importing found={found.data} />}
      {found.data?.state === 'done' && <Done found={found.data} />}
      {isMissing && (
        <EmptyState
          title="Importação não encontrada"
          text="Ela foi descartada, ou faz mais de uma semana. Envie o arquivo de novo."
        />
      )}
      {found.isError && !isMissing && !found.data && (
        <LoadError of={found} title="Não conseguimos abrir a importação" />
      )}
      {found.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-20', 'h-40']} />}
    </Page>
  );
}

function Preview({ found }: { found: QuestionImport }) {
  const [, navigate] = useLocation();
  // Entries to check come first.
  const [only, setOnly] = useAddressChoice<EntryFilter>(
    'mostrar',
    found.problemCount > 0
      ? ['problems', 'all', 'ready', 'keyless', 'annulled', 'duplicates', 'alike']
      : ['all', 'ready', 'problems', 'keyless', 'annulled', 'duplicates', 'alike'],
  );
  // The list is far below the buttons that choose what it shows.
  const list = useRef<HTMLDivElement>(null);
  const confirm = useConfirmImport(found.id);
  const discard = useDiscardImport(found.id);
  const { readyCount, problemCount, duplicateCount, total, annulled = [] } = found;
  return (
    <>
      <div className="mb-6 grid grid-cols-1 gap-3">
        {found.table && <ImportColumns importId={found.id} table={found.table} />}
        <ImportOutlook
          found={found}
          onShow={(chosen) => {
            setOnly(chosen);
            list.current?.scrollIntoView({ block: 'start' });
          }}
        />
        {found.pageCount > 0 && (
          <Notice
            title="A página ao lado de cada questão"
            action={
              <ButtonLink href={paths.examReview(found.id)} variant="line" size="sm">
                Conferir com a prova
              </ButtonLink>
            }
          >
            O que pede um olhar vem primeiro. Com o gabarito colado, o que não tem dúvida já está pronto.
          </Notice>
        )}
        {found.keylessCount > 0 && <ImportKeys found={found} />}
        <ImportLabels importId={found.id} />
        {found.newTopics.length > 0 && <ImportTopics found={found} />}
        {found.remarks.map((remark) => (
          <Notice key={remark}>{remark}</Notice>
        ))}
      </div>
      <div ref={list} className="scroll-mt-20">
        <Tabs
          label="Questões do arquivo"
          value={only}
          onValueChange={setOnly}
          tabs={[
            { value: 'all', label: `Todas (${total})` },
            { value: 'ready', label: `Prontas (${readyCount})` },
            { value: 'problems', label: `Com problema (${problemCount})` },
            ...(found.keylessCount > 0 ? [{ value: 'keyless' as const, label: 'Sem gabarito' }] : []),
            ...(annulled.length > 0 || only === 'annulled'
              ? [{ value: 'annulled' as const, label: `Anuladas (${annulled.length})` }]
              : []),
            { value: 'duplicates', label: `Repetidas (${duplicateCount})` },
            { value: 'alike', label: `Parecidas (${found.alikeCount})` },
          ]}
        >
          <TabPanel value={only}>
            <ImportEntries key={only} importId={found.id} only={only} />
          </TabPanel>
        </Tabs>
      </div>
      <ActionBar className="mt-6">
        <Button
          variant="line"
          busy={discard.isPending}
          onClick={() => discard.mutate(undefined, { onSuccess: () => navigate(paths.importQuestions) })}
        >
          Descartar
        </Button>
        <Button disabled={readyCount === 0} busy={confirm.isPending} onClick={() => confirm.mutate()}>
          Importar {plural(readyCount, 'questão', 'questões')}
        </Button>
      </ActionBar>
    </>
  );
}

function Importing({ found }: { found: QuestionImport }) {
  const { processed, total } = found;
  return (
    <div className="grid grid-cols-1 gap-4" role="status">
      <p>Guardando as questões. Pode sair desta página: a importação continua.</p>
      <Progress value={(processed / total) * 100} label="Importação" valueText={`${processed} de ${total}`} />
      <p className="text-ink-soft tabular-nums">
        {processed} de {total}
      </p>
    </div>
  );
}

function Done({ found }: { found: QuestionImport }) {
  const imported = found.imported ?? 0;
  const { annulled = [] } = found;
  return (
    <Notice
      tone="ok"
      role="status"
      title={plural(imported, 'questão importada', 'questões importadas')}
      action={
        <ButtonLink href={`${paths.questionBank}?arquivo=${found.id}`} variant="line" size="sm">
          Ver as questões deste arquivo
        </ButtonLink>
      }
    >
      {found.duplicateCount > 0 && `${plural(found.duplicateCount, 'já estava', 'já estavam')} no banco. `}
      {found.problemCount > 0 && `${plural(found.problemCount, 'ficou', 'ficaram')} de fora por problemas. `}
      {annulled.length > 0 &&
        `${annulled.length === 1 ? 'A questão anulada ficou' : 'As questões anuladas ficaram'} de fora: ${annulled.join(', ')}.`}
    </Notice>
  );
}
