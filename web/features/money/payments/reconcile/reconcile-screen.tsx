import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { getStatement, ShownEntries, Statement, StatementEntry } from '#contract/money/statements.ts';
import { isRefused } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressChoice } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { CasesNotice } from './cases-notice.tsx';
import { EntryRow } from './entry-row.tsx';
import { entriesQuery, statementQuery, statementsQuery, useConfirmSure } from './reconcile.queries.ts';
import { IgnoreUnmatched, TakeStatementBack } from './statement-actions.tsx';
import { Unreceived } from './unreceived.tsx';
import { UploadButton } from './upload-button.tsx';

const FindOrderDialog = lazyChunk<{ entry: StatementEntry; onClose: () => void }>(
  () => import('./find-order-dialog.tsx'),
  'over',
);

/** The newest statement, or the one of the address, beside the orders that wait for their money. */
export default function ReconcileScreen() {
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const all = useInfiniteQuery(statementsQuery);
  const newest = all.data?.pages[0]?.items[0];
  const shown = id === undefined ? newest?.id : Number(id);
  const sent = (made: number) => navigate(paths.adminStatement(made));
  if (shown !== undefined) return <Reconciled key={shown} id={shown} onSent={sent} />;
  return (
    <Page className="md:pt-5">
      <PageHeader title="Conciliação" subtitle="O que entrou no banco, ao lado dos pedidos que esperam." />
      <CasesNotice className="mb-6" />
      {all.isPending && <Loading />}
      {all.isError && !all.data && <LoadError of={all} title="Não conseguimos carregar os extratos" />}
      {all.data && (
        <Card>
          <EmptyState
            title="Envie o extrato do banco"
            text="Um arquivo OFX ou CSV, do site do seu banco. Achamos cada pedido pelo código, pelo valor e pelo nome, e você confirma."
            action={<UploadButton variant="primary" onSent={sent} />}
          />
        </Card>
      )}
    </Page>
  );
}

function Loading() {
  return <SkeletonGroup className="grid gap-2" blocks={['h-11 w-full max-w-80', 'h-20', 'h-20', 'h-20']} />;
}

function Reconciled({ id, onSent }: { id: number; onSent: (id: number) => void }) {
  const isAddress = Number.isSafeInteger(id);
  const confirm = useConfirmSure(id);
  const found = useQuery({ ...statementQuery(id, confirm.isSuccess), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getStatement>(found.error, 'not_found');
  const statement = found.data;
  return (
    <Page className="md:pt-5">
      <PageHeader
        title="Conciliação"
        subtitle={statement && subtitleOf(statement)}
        actions={
          <>
            <UploadButton variant="line" onSent={onSent} />
            {statement !== undefined && statement.matched > 0 && (
              <Button
                variant="next"
                busy={confirm.isPending}
                busyLabel="Confirmando..."
                onClick={() => confirm.mutate()}
              >
                <CheckCheck />{' '}
                {statement.matched === 1 ? 'Confirmar o certo' : `Confirmar os ${statement.matched} certos`}
              </Button>
            )}
          </>
        }
      />
      <CasesNotice className="mb-6" />
      {found.isLoading && <Loading />}
      {isMissing && (
        <EmptyState
          title="Extrato não encontrado"
          action={
            <Link href={paths.adminStatements} className="link tappable">
              Ver o mais recente
            </Link>
          }
        />
      )}
      {found.isError && !isMissing && !statement && <LoadError of={found} title="Não conseguimos abrir o extrato" />}
      {statement && <Entries statement={statement} />}
      {statement && <Earlier current={statement.id} />}
    </Page>
  );
}

const subtitleOf = ({ firstDay, lastDay, uploadedAt, format, entries }: Statement) =>
  `Extrato de ${formatDay(firstDay)} a ${formatDay(lastDay)}, lido em ${formatDateTime(uploadedAt)} (${format.toUpperCase()}, ${plural(entries, 'entrada', 'entradas')}).`;

function Entries({ statement }: { statement: Statement }) {
  const [show, setShow] = useAddressChoice<ShownEntries>('mostrar', ['open', 'unmatched', 'done', 'ignored']);
  const [finding, setFinding] = useState<StatementEntry | null>(null);
  const list = useInfiniteQuery(entriesQuery(statement.id, show));
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const open = statement.matched + statement.doubtful + statement.unmatched;
  return (
    <>
      <Chips
        label="Entradas do extrato"
        className="mb-4 flex gap-2 overflow-x-auto"
        value={show}
        onValueChange={setShow}
        chips={[
          { value: 'open', label: 'Para decidir', count: open },
          { value: 'unmatched', label: 'Sem pedido', count: statement.unmatched },
          { value: 'done', label: 'Confirmados', count: statement.confirmed + statement.settled },
          { value: 'ignored', label: 'Ignorados', count: statement.ignored },
        ]}
      />
      {show === 'unmatched' && <IgnoreUnmatched statement={statement} />}
      {list.isPending && <Loading />}
      {list.isError && !list.data && <LoadError of={list} title="Não conseguimos carregar as entradas" />}
      {list.data && entries.length === 0 && (
        <Card>
          <EmptyState title={show === 'open' ? 'Tudo decidido neste extrato' : 'Nada por aqui'} />
        </Card>
      )}
      {entries.length > 0 && (
        <>
          <div
            aria-hidden="true"
            className="mb-2 hidden px-4 text-ink-soft text-sm md:grid md:grid-cols-[1fr_minmax(200px,0.52fr)_1fr]"
          >
            <span>No banco</span>
            <span className="text-center">Por que combinam</span>
            <span className="pl-4">Na escola</span>
          </div>
          <ul className="grid gap-2">
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} onFind={setFinding} />
            ))}
          </ul>
          <ShowMore pages={list} place="below" />
        </>
      )}
      {show === 'open' && <Unreceived statement={statement} />}
      <p className="mt-6 text-ink-soft text-sm">
        Confirmar libera o acesso e avisa o aluno. Se errar, estorne a aprovação em Pagamentos, na aba Aprovados.
      </p>
      <TakeStatementBack statement={statement} />
      {finding && (
        <Suspense>
          <FindOrderDialog entry={finding} onClose={() => setFinding(null)} />
        </Suspense>
      )}
    </>
  );
}

function Earlier({ current }: { current: number }) {
  const all = useInfiniteQuery(statementsQuery);
  const others = all.data?.pages.flatMap(({ items }) => items).filter(({ id }) => id !== current) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="outros-extratos" className="mt-8">
      <h2 id="outros-extratos" className="mb-2 text-md">
        Outros extratos
      </h2>
      <ul className="grid gap-1">
        {others.map((one) => (
          <li key={one.id}>
            <Link href={paths.adminStatement(one.id)} className="link tappable">
              {formatDay(one.firstDay)} a {formatDay(one.lastDay)}
            </Link>{' '}
            <span className="text-ink-soft text-sm">
              {plural(one.entries, 'entrada', 'entradas')}
              {one.matched + one.doubtful + one.unmatched > 0 &&
                `, ${one.matched + one.doubtful + one.unmatched} para decidir`}
            </span>
          </li>
        ))}
      </ul>
      <ShowMore pages={all} place="below" size="sm" />
    </section>
  );
}
