import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useRoute } from 'wouter';
import {
  type ExamTimeOfPerson,
  extendedMinutes,
  getExamTimeDocument,
  type getExamTimeOf,
} from '#contract/exams/exam-time.ts';
import { addressOf, isRefused } from '#web/lib/api.ts';
import { formatDateTime, formatMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { examTimeOfQuery } from './exam-time.queries.ts';
import { eventWords } from './exam-time-words.ts';
import { RefuseRequest } from './refuse-request.tsx';
import { chosenAtFirst, extraOf, RightForm } from './right-form.tsx';

/** The right of one student, as the office gives and changes it. */
export default function PersonExamTimeScreen() {
  const [, params] = useRoute<{ id: string }>('/admin/users/:id/exam-time');
  const id = params?.id ?? '';
  const known = useQuery(examTimeOfQuery(id));
  const isMissing = isRefused<typeof getExamTimeOf>(known.error, 'not_found');
  return (
    <Page>
      <PageHeader
        eyebrow={<Link href={paths.adminUser(id)}>{known.data?.name ?? 'Voltar à pessoa'}</Link>}
        title="Tempo a mais em provas"
        subtitle="Entra no ranking como todos, sem sinal ao lado do nome. Uma prova aberta agora também ganha o tempo."
      />
      {known.isPending && <SkeletonGroup className="grid gap-4" blocks={['h-64 w-full']} />}
      {isMissing && (
        <EmptyState
          title="Aluno não encontrado"
          text="O direito é de alunos. A conta pode ter sido excluída ou ter outro papel."
          action={
            <ButtonLink href={paths.adminUsers} variant="line">
              Ver usuários
            </ButtonLink>
          }
        />
      )}
      {known.isError && !known.data && !isMissing && (
        <LoadError of={known} title="Não conseguimos carregar o direito" />
      )}
      {known.data && <Right key={known.data.revision} id={id} known={known.data} />}
    </Page>
  );
}

/** What changes follows the form, so that it is seen before it is saved. */
function Right({ id, known }: { id: string; known: ExamTimeOfPerson }) {
  const [chosen, setChosen] = useState(chosenAtFirst(known));
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-5">
        <OpenRequest known={known} />
        <RightForm id={id} known={known} chosen={chosen} onChoose={setChosen} />
      </div>
      <div className="grid content-start gap-5">
        <Changes exams={known.exams} extra={extraOf(chosen)} />
        <Events known={known} />
      </div>
    </div>
  );
}

function OpenRequest({ known: { request } }: { known: ExamTimeOfPerson }) {
  if (!request || request.state === 'withdrawn') return null;
  const titles = { open: 'Pedido do aluno', granted: 'Pedido atendido', refused: 'Pedido recusado' };
  return (
    <Card title={titles[request.state]}>
      {/* The text of a decided request is deleted with the right. */}
      {request.text && <p className="whitespace-pre-wrap break-words">{request.text}</p>}
      <p className="mt-2 text-ink-soft text-sm">
        {formatDateTime(request.askedAt)}.{' '}
        {request.hasDocument && (
          <a
            href={addressOf(getExamTimeDocument, { params: { id: request.id } })}
            target="_blank"
            className="link"
            rel="noopener"
          >
            Ver o documento
          </a>
        )}
      </p>
      {request.state === 'open' && <RefuseRequest id={request.id} />}
    </Card>
  );
}

/** The newest exams of the school, with the time of everybody and of this student. */
function Changes({ exams, extra }: { exams: ExamTimeOfPerson['exams']; extra: { percent: number; minutes: number } }) {
  return (
    <Card title="O que muda">
      {exams.length === 0 ? (
        <p className="text-ink-soft">Ainda não há prova com tempo.</p>
      ) : (
        <table className="w-full tabular-nums">
          <thead>
            <tr className="text-left text-ink-soft text-sm">
              <th className="py-2 font-normal">Prova</th>
              <th className="py-2 pl-3 text-right font-normal">todos</th>
              <th className="py-2 pl-3 text-right font-strong text-ink">este aluno</th>
            </tr>
          </thead>
          <tbody>
            {exams.map(({ title, minutes }) => (
              <tr key={`${title} ${minutes}`} className="border-line border-t">
                <td className="break-words py-2">{title}</td>
                <td className="whitespace-nowrap py-2 pl-3 text-right">{formatMinutes(minutes)}</td>
                <td className="whitespace-nowrap py-2 pl-3 text-right font-strong">
                  {formatMinutes(extendedMinutes(minutes, extra))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Events({ known: { events } }: { known: ExamTimeOfPerson }) {
  return (
    <Card title="Quem mexeu">
      {events.length === 0 ? (
        <p className="text-ink-soft">Ninguém ainda.</p>
      ) : (
        <ul className="divide-y divide-line">
          {events.map((event) => (
            <li key={`${event.at} ${event.action}`} className="py-2 first:pt-0 last:pb-0">
              <time dateTime={event.at}>{formatDateTime(event.at)}</time>, {event.by ?? 'conta excluída'}:{' '}
              {eventWords(event)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
