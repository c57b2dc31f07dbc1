import { useQuery } from '@tanstack/react-query';
import { Link, useRoute } from 'wouter';
import type { getPerson, Person } from '#contract/people/people.ts';
import { writtenDay } from '#contract/time.ts';
import { PersonCorrections } from '#web/features/money/corrections/person-corrections.tsx';
import { isRefused } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatDate, formatDateTime, formatMoney, formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { roleLabels } from '../role-labels.ts';
import { UserActions } from '../user-actions.tsx';
import { personQuery } from './people.queries.ts';
import { PersonActions } from './person-actions.tsx';
import { PersonCpf } from './person-cpf.tsx';
import { PersonMails } from './person-mails.tsx';
import { PersonNotes } from './person-notes.tsx';

const statusLabels = { pending: 'Pendente', active: 'Ativo', blocked: 'Bloqueado' } as const;
const statusTones = { pending: 'sun', active: 'ok', blocked: 'bad' } as const;
const orderLabels: Record<string, string> = {
  pending: 'Aguardando pagamento',
  analyzing: 'Em análise',
  approved: 'Aprovado',
  rejected: 'Recusado',
  cancelled: 'Cancelado',
  refund_requested: 'Reembolso pedido',
  refunded: 'Reembolsado',
};

/** The day of the last visit is known even after all sessions are deleted. */
function lastSeen({ lastSeenAt, lastSeenOn }: Person, now: Date): string {
  if (lastSeenAt) return formatRelative(lastSeenAt, now);
  return lastSeenOn ? formatDay(lastSeenOn) : 'nunca entrou';
}

export default function PersonScreen() {
  const [, params] = useRoute<{ id: string }>('/admin/users/:id');
  const person = useQuery(personQuery(params?.id ?? ''));
  const isMissing = isRefused<typeof getPerson>(person.error, 'not_found');
  return (
    <Page>
      {person.isPending && <SkeletonGroup className="grid gap-4" blocks={['h-16 w-full max-w-80', 'h-64 w-full']} />}
      {isMissing && (
        <EmptyState
          headingLevel={1}
          title="Pessoa não encontrada"
          text="A conta pode ter sido excluída."
          action={
            <ButtonLink href={paths.adminUsers} variant="line">
              Ver usuários
            </ButtonLink>
          }
        />
      )}
      {person.isError && !person.data && !isMissing && (
        <LoadError of={person} title="Não conseguimos carregar esta pessoa" headingLevel={1} />
      )}
      {person.data && <Whole person={person.data} />}
    </Page>
  );
}

function Whole({ person }: { person: Person }) {
  const now = useNow();
  return (
    <>
      <PageHeader
        eyebrow={<Link href={paths.adminUsers}>Usuários</Link>}
        title={`${person.firstName} ${person.lastName}`}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={statusTones[person.status]}>{statusLabels[person.status]}</Badge>
            <Badge icon={null}>{roleLabels[person.role]}</Badge>
            <span className="break-all">
              {person.email}
              {!person.emailConfirmed && ' (não confirmado)'}
            </span>
          </span>
        }
        actions={<UserActions user={{ ...person, paymentStatus: person.orders[0]?.status ?? null }} />}
      />
      <div className="grid gap-5 lg:grid-cols-2">
        <PersonActions person={person} />
        <Facts person={person} />
        {person.role === 'student' && (
          <>
            <Card title="Pedidos">
              <Rows
                empty="Nenhum pedido."
                rows={person.orders.map((order) => ({
                  key: String(order.id),
                  title: `${order.offer ?? 'Sem oferta'}, ${formatMoney(order.amount)}`,
                  note: `${orderLabels[order.status] ?? order.status}, ${formatDate(order.createdAt)}`,
                }))}
              />
            </Card>
            <Card title="Acessibilidade em provas">
              <p className="mb-3 text-ink-soft">Tempo a mais, pausas e letra grande.</p>
              <ButtonLink href={paths.adminExamTimeOf(person.id)} variant="line" size="sm">
                Ver ou dar o direito
              </ButtonLink>
            </Card>
            <PersonCorrections id={person.id} />
            <Card title="Cursos">
              <Rows
                empty="Nenhum curso."
                rows={person.courses.map((course) => ({
                  key: String(course.id),
                  title: course.title,
                  note: `${course.progress}% concluído`,
                }))}
              />
            </Card>
            <Card title="Últimos simulados">
              <Rows
                empty="Nenhum simulado terminado."
                rows={person.attempts.map((attempt) => ({
                  key: String(attempt.id),
                  title: attempt.title,
                  note: `${attempt.correctAnswers} de ${attempt.totalQuestions} acertos, ${attempt.passed ? 'aprovado' : 'não aprovado'}, ${formatDate(attempt.closedAt)}`,
                }))}
              />
            </Card>
          </>
        )}
        <Card title="Aparelhos conectados">
          <Rows
            empty="Nenhuma sessão aberta."
            rows={person.sessions.map((session, place) => ({
              key: `${place}`,
              title: session.device,
              note: `visto ${formatRelative(session.lastSeenAt, now)}`,
            }))}
          />
        </Card>
        <PersonMails person={person} />
        <PersonNotes person={person} />
      </div>
    </>
  );
}

function Facts({ person }: { person: Person }) {
  const { access } = person;
  const now = useNow();
  return (
    <Card title="Conta">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&>dt]:text-ink-soft">
        <dt>Usuário</dt>
        <dd className="break-all">{person.username}</dd>
        <dt>Cadastro</dt>
        <dd>{formatDateTime(person.createdAt)}</dd>
        <dt>Visto</dt>
        <dd>{lastSeen(person, now)}</dd>
        <dt>CPF</dt>
        <dd>
          <PersonCpf key={person.id} person={person} />
        </dd>
        {person.role === 'student' && (
          <>
            <dt>Acesso</dt>
            <dd>
              {access.active
                ? access.endsOn
                  ? `até ${writtenDay(access.endsOn)}`
                  : 'sem fim'
                : access.endsOn
                  ? `terminou em ${writtenDay(access.endsOn)}`
                  : 'nenhum'}
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}

type RowsProps = { empty: string; rows: { key: string; title: string; note: string }[] };

function Rows({ empty, rows }: RowsProps) {
  if (rows.length === 0) return <p className="text-ink-soft">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ key, title, note }) => (
        <li key={key} className="py-2 first:pt-0 last:pb-0">
          <span className="block break-words">{title}</span>
          <span className="block text-ink-soft text-sm">{note}</span>
        </li>
      ))}
    </ul>
  );
}
