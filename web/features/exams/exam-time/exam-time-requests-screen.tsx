import { useQuery } from '@tanstack/react-query';
import { getExamTimeDocument } from '#contract/exams/exam-time.ts';
import { addressOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { examTimeRequestsQuery } from './exam-time.queries.ts';

/** The open requests for extra time, for the office. */
export default function ExamTimeRequestsScreen() {
  const requests = useQuery(examTimeRequestsQuery);
  return (
    <Page>
      <PageHeader
        title="Pedidos de tempo a mais"
        subtitle="O aluno pede, a secretaria decide. Ninguém mais fica sabendo."
      />
      {requests.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-24 w-full', 'h-24 w-full']} />}
      {requests.isError && !requests.data && <LoadError of={requests} title="Não conseguimos carregar os pedidos" />}
      {requests.data?.rows.length === 0 && (
        <EmptyState
          title="Nenhum pedido esperando"
          text="Para dar o direito sem pedido, abra a pessoa em Usuários."
          action={
            <ButtonLink href={paths.adminUsers} variant="line">
              Ver usuários
            </ButtonLink>
          }
        />
      )}
      {requests.data && requests.data.rows.length > 0 && (
        <>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {requests.data.rows.map(({ id, userId, name, text, askedAt, hasDocument }) => (
              <li key={id} className="flex flex-wrap items-start justify-between gap-3 p-4">
                <div className="min-w-0 grow basis-64">
                  <h2 className="text-base">{name}</h2>
                  <p className="whitespace-pre-wrap break-words">{text}</p>
                  <p className="text-ink-soft text-sm">
                    Pedido em {formatDate(askedAt)}.{' '}
                    {hasDocument && (
                      <a
                        href={addressOf(getExamTimeDocument, { params: { id } })}
                        target="_blank"
                        className="link"
                        rel="noopener"
                      >
                        Ver o documento
                      </a>
                    )}
                  </p>
                </div>
                <ButtonLink href={paths.adminExamTimeOf(userId)} variant="line">
                  Decidir
                </ButtonLink>
              </li>
            ))}
          </ul>
          {requests.data.total > requests.data.rows.length && (
            <p className="mt-3 text-ink-soft text-sm">
              Mostrando os {requests.data.rows.length} mais antigos de {requests.data.total}.
            </p>
          )}
        </>
      )}
    </Page>
  );
}
