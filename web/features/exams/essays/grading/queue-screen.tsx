import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { type EssayList, essayLists, type QueuedEssay } from '#contract/exams/essay-grading.ts';
import { dayOf, formatNearDay } from '#web/lib/calendar-day.ts';
import { formatDateTime, formatPoints, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { useAddressChoice } from '#web/lib/use-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { essayCode } from '../essay-words.ts';
import { countedWords, countWords } from './count-words.ts';
import { countsQuery, queueQuery } from './grading.queries.ts';

const listNames: Record<EssayList, string> = {
  waiting: 'Esperando',
  mine: 'Comigo',
  partial: 'Faltam leituras',
  reviews: 'Revisões',
  returned: 'Devolvidas',
};

const nothing: Record<EssayList, { title: string; text: string }> = {
  waiting: { title: 'Nada para corrigir', text: 'As redações entregues aparecem aqui, a que vence primeiro em cima.' },
  mine: { title: 'Nenhuma com você', text: 'Abra uma da fila: ela fica sua por meia hora depois do último toque.' },
  partial: {
    title: 'Nenhuma pela metade',
    text: 'As redações de dois leitores com uma leitura concluída aparecem aqui.',
  },
  reviews: { title: 'Nenhuma revisão', text: 'Os pedidos de revisão de nota que você pode decidir aparecem aqui.' },
  returned: { title: 'Nenhuma devolvida', text: 'As redações corrigidas ficam aqui, a mais nova em cima.' },
};

const columns: Column<QueuedEssay>[] = [
  {
    key: 'code',
    header: 'Nº',
    cell: ({ id }) => (
      <Link href={paths.teacherEssay(id)} className="tappable font-strong text-ink no-underline hover:underline">
        {essayCode(id)}
      </Link>
    ),
  },
  {
    key: 'theme',
    header: 'Tema',
    cell: ({ title, number }) => (number > 1 ? `${title}, versão ${number}` : title),
  },
  { key: 'lines', header: 'Linhas', align: 'end', cell: ({ lines, isPhoto }) => (isPhoto ? `foto, ${lines}` : lines) },
  { key: 'state', header: 'Situação', phone: 'plain', cell: (row) => <QueueState row={row} /> },
  {
    key: 'due',
    header: 'Prazo',
    nowrap: true,
    cell: ({ dueAt, state }) => <DueAt dueAt={dueAt} isOpen={state !== 'returned'} />,
  },
];

function QueueState({ row: { state, lease, hasDraft, score, total } }: { row: QueuedEssay }) {
  if (state === 'returned') {
    return (
      <Badge tone="ok">
        {formatPoints(score ?? 0)} de {formatPoints(total)}
      </Badge>
    );
  }
  if (lease) return <Badge tone="info">{lease.isMine ? 'com você' : `com ${lease.by}`}</Badge>;
  return <Badge>{hasDraft ? 'livre, com rascunho' : 'livre'}</Badge>;
}

/** Spoken, with the exact time in the title: what is late or due today stands out. */
function DueAt({ dueAt, isOpen }: { dueAt: string; isOpen: boolean }) {
  const now = useNow();
  const at = new Date(dueAt);
  const isLate = isOpen && at < now;
  const isToday = isOpen && dayOf(at) === dayOf(now);
  return (
    <time
      dateTime={dueAt}
      title={formatDateTime(dueAt)}
      className={isLate ? 'font-strong text-bad' : isToday ? 'font-strong text-sun-ink' : undefined}
    >
      {isLate && 'atrasada, '}
      {isToday ? 'hoje' : formatNearDay(dayOf(at))}, {formatTime(dueAt)}
    </time>
  );
}

export default function QueueScreen() {
  const [list, setList] = useAddressChoice<EssayList>('lista', essayLists);
  const user = useUser();
  const lists = essayLists.filter((value) => value !== 'partial' || isAdmin(user));
  const counts = useQuery(countsQuery).data;
  const queue = useInfiniteQuery(queueQuery(list));
  const waiting = useInfiniteQuery(queueQuery('waiting'));
  const rows = queue.data?.pages.flatMap(({ items }) => items) ?? [];
  const next = waiting.data?.pages.flatMap(({ items }) => items).find(({ lease }) => lease === null || lease.isMine);
  return (
    <Page>
      <PageHeader
        title="Redações"
        subtitle={counts ? countWords(counts) : 'Quem escreveu não aparece: só o número'}
        actions={
          <>
            <ButtonLink href={paths.teacherEssayThemes} variant="line">
              Temas
            </ButtonLink>
            {isAdmin(user) && (
              <ButtonLink href={paths.adminEssayReaders} variant="line">
                Leitores
              </ButtonLink>
            )}
            {next && (
              <ButtonLink href={paths.teacherEssay(next.id)} variant="next">
                Corrigir a próxima <ArrowRight />
              </ButtonLink>
            )}
          </>
        }
      />
      <Chips
        className="mb-4 flex flex-wrap gap-2"
        label="Redações"
        value={list}
        onValueChange={setList}
        chips={lists.map((value) => ({
          value,
          label: listNames[value],
          ...(value === 'waiting' && counts ? { count: countedWords(counts.waiting) } : {}),
          ...(value === 'reviews' && counts?.reviews ? { count: counts.reviews } : {}),
        }))}
      />
      {queue.isError && !queue.data ? (
        <LoadError of={queue} title="Não conseguimos buscar as redações" />
      ) : (
        <Card flush>
          <Table
            caption={listNames[list]}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => String(id)}
            loading={queue.isPending}
            empty={<EmptyState {...nothing[list]} />}
          />
        </Card>
      )}
      <ShowMore pages={queue} place="below" />
    </Page>
  );
}
