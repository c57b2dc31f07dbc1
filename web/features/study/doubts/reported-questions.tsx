import { useInfiniteQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ReportedQuestion } from '#contract/study/question-reports.ts';
import { reasonNames } from '#web/features/questions/questions/report-words.ts';
import { formatRelative, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ReportDecisionDialog } from './report-decision-dialog.tsx';
import { reportedQuery } from './reported.queries.ts';

/** What students reported, the question that waits longest first. */
export function ReportedQuestions() {
  const list = useInfiniteQuery(reportedQuery);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total;
  return (
    <Page width="wide-form">
      <BackTo href={paths.questionBank}>Banco de questões</BackTo>
      <PageHeader
        title="Questões reportadas"
        subtitle={
          total ? `${plural(total, 'questão espera', 'questões esperam')} uma decisão` : 'O que os alunos apontaram'
        }
      />
      {list.isPending && <SkeletonGroup className="grid gap-4" blocks={['h-40', 'h-40']} />}
      {list.isError && !list.data && <LoadError of={list} title="Não conseguimos buscar as questões reportadas" />}
      {total === 0 && (
        <EmptyState
          title="Nada reportado"
          text="Quando um aluno apontar um erro em uma questão sua, ela aparece aqui com o que ele escreveu."
        />
      )}
      <ul className="grid grid-cols-1 gap-4">
        {rows.map((row) => (
          <li key={row.questionId}>
            <Reported row={row} />
          </li>
        ))}
      </ul>
      <ShowMore pages={list} place="below" />
    </Page>
  );
}

function Reported({ row }: { row: ReportedQuestion }) {
  const [isDeciding, setDeciding] = useState(false);
  const { questionId, excerpt, subject, topic, authorName, count, oldestAt, reports } = row;
  const now = useNow();
  return (
    <Card
      title={`Questão ${questionId}`}
      aside={`${plural(count, 'aviso', 'avisos')}, o primeiro ${formatRelative(oldestAt, now)}`}
    >
      <p className="line-clamp-3">{excerpt}</p>
      <p className="mt-1 text-ink-soft text-sm">{[subject, topic, authorName].filter(Boolean).join(' · ')}</p>
      <ul className="mt-3 grid divide-y divide-line border-line border-t">
        {reports.map(({ id, reason, note, createdAt, isOutdated }) => (
          <li key={id} className="grid gap-1 py-2.5">
            <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
              <Badge tone={reason === 'key' ? 'bad' : 'info'}>{reasonNames[reason]}</Badge>
              {formatRelative(createdAt, now)}
              {isOutdated && 'sobre uma versão anterior'}
            </p>
            {note && <p className="wrap-anywhere whitespace-pre-line text-sm">{note}</p>}
          </li>
        ))}
      </ul>
      {count > reports.length && <p className="text-ink-soft text-sm">E mais {count - reports.length}.</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => setDeciding(true)}>Decidir</Button>
        <ButtonLink href={paths.bankQuestion(questionId)} variant="line">
          <Pencil /> Abrir questão
        </ButtonLink>
      </div>
      {isDeciding && <ReportDecisionDialog row={row} onClose={() => setDeciding(false)} />}
    </Card>
  );
}
