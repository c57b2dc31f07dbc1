import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { PlannedItem, StudyPlan, TodaysItem } from '../../../contract/study-plan.ts';
import { formatMinutes, formatMissing, formatPercent, plural } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { NextDays } from './next-days.tsx';
import { PlanTick } from './plan-tick.tsx';
import { studyPlanQuery } from './study-plan.queries.ts';

const FeedDialog = lazyPart(() => import('./feed-dialog.tsx'), 'over');

/** The dashboard's card: what to do today, and how the way to the exam looks. */
export default function TodaysPlan() {
  const plan = useQuery(studyPlanQuery);
  if (plan.data) return <Plan plan={plan.data} />;
  return (
    <Card title="Plano de hoje">
      {plan.isError ? (
        <ErrorState
          title="Não conseguimos montar seu plano"
          text="Seu progresso está guardado."
          onRetry={() => plan.refetch()}
          retrying={plan.isFetching}
          headingLevel={3}
        />
      ) : (
        <SkeletonGroup className="grid gap-3">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </SkeletonGroup>
      )}
    </Card>
  );
}

function Plan({ plan }: { plan: StudyPlan }) {
  const [subscribing, setSubscribing] = useState(false);
  const { items } = plan.today;
  const done = items.filter((item) => item.done).length;
  const left = items.reduce((sum, item) => sum + item.minutesLeft, 0);
  const current = items.find((item) => !item.done);
  const progress = `${done} de ${items.length}${left > 0 ? `, ${formatMissing(left, 'cerca de ')}` : ''}`;
  return (
    <Card title="Plano de hoje" aside={items.length > 0 && <span className="tabular-nums">{progress}</span>}>
      {items.length === 0 ? (
        <Nothing plan={plan} />
      ) : (
        <ul>
          {items.map((item) => (
            <Row key={`${item.kind}${item.id}`} item={item} isCurrent={item === current} />
          ))}
        </ul>
      )}
      {items.length > 0 && !current && (
        <p role="status" className="mt-3 text-ok">
          Plano de hoje concluído. Bom descanso!
        </p>
      )}
      <Outlook plan={plan} />
      {(items.length > 0 || plan.days.length > 0) && (
        <div className="mt-3 border-line border-t pt-3">
          {plan.days.length > 0 && <NextDays days={plan.days} />}
          <Button variant="quiet" size="sm" className="-ml-3" onClick={() => setSubscribing(true)}>
            <CalendarPlus /> Levar para meu calendário
          </Button>
        </div>
      )}
      <Suspense>{subscribing && <FeedDialog onClose={() => setSubscribing(false)} />}</Suspense>
    </Card>
  );
}

function Nothing({ plan }: { plan: StudyPlan }) {
  if (!plan.enrolled) {
    return (
      <EmptyState
        title="Seu plano começa com um curso"
        text="Matricule-se e organizamos as aulas e os simulados pelos dias até a sua prova."
        action={
          <Link href={paths.courses} className={buttonClass({ variant: 'line' })}>
            Ver cursos
          </Link>
        }
        headingLevel={3}
      />
    );
  }
  if (plan.exam?.daysLeft === 0) return <p>Hoje é o dia da prova {plan.exam.name}. Boa prova!</p>;
  if (plan.minutesLeft === 0) return <p>Você concluiu tudo dos seus cursos. Parabéns!</p>;
  return <p>Nada para hoje.</p>;
}

function Row({ item, isCurrent }: { item: TodaysItem; isCurrent: boolean }) {
  const state = item.done ? 'done' : isCurrent ? 'now' : 'waiting';
  return (
    <li className="grid min-h-14 grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-3 border-line border-t py-2 first:border-t-0">
      <PlanTick state={state} />
      <div>
        <Link
          href={item.kind === 'lesson' ? paths.lesson(item.id) : paths.quiz(item.id)}
          className={`wrap-anywhere flex min-h-6 items-center hover:underline ${item.done ? 'text-ink-soft' : 'font-strong'}`}
        >
          {item.title}
        </Link>
        <span className="block text-ink-soft text-xs">{describe(item)}</span>
      </div>
      <span className="text-ink-soft text-sm tabular-nums">
        {formatMinutes(item.done ? item.minutes : item.minutesLeft)}
      </span>
    </li>
  );
}

function describe(item: PlannedItem & { started?: boolean }): string {
  if (item.kind === 'quiz') {
    return `${plural(item.questionCount ?? 0, 'questão', 'questões')}, nota de corte ${formatPercent((item.passingScore ?? 0) / 100)}`;
  }
  return `${item.subjectName ?? item.courseTitle}, aula${item.started ? ' em andamento' : ''}`;
}

/** Whether the hours are enough, in words. */
function Outlook({ plan }: { plan: StudyPlan }) {
  if (!plan.enrolled || plan.minutesLeft === 0) return null;
  if (!plan.exam) {
    return (
      <p className="mt-3 text-ink-soft text-sm">
        Siga uma prova em “Próximas provas” e o plano se ajusta aos dias que faltam.
      </p>
    );
  }
  if (plan.leftOver.items === 0) {
    return <p className="mt-3 text-ink-soft text-sm">No seu ritmo, tudo cabe até a prova {plan.exam.name}.</p>;
  }
  return (
    <p className="mt-3 rounded-control bg-sun-tint px-3 py-2 text-sm">
      Com {plan.weeklyHours}h por semana, {plural(plan.leftOver.items, 'item não cabe', 'itens não cabem')} até a prova
      (cerca de {formatMinutes(plan.leftOver.minutes)}).{' '}
      {plan.hoursForAll === null
        ? 'Comece pelo que está no plano: são as matérias que mais pesam para você.'
        : `Com ${plan.hoursForAll}h por semana cabe tudo.`}
    </p>
  );
}
