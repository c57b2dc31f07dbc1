import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { PlanKind, PlannedItem, StudyPlan, TodaysItem } from '#contract/study/study-plan.ts';
import { formatMinutes, formatPercent, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { PlanTick } from './plan-tick.tsx';
import { studyPlanQuery } from './study-plan.queries.ts';

const EndOfDay = lazyChunk(() => import('./end-of-day.tsx'));
const NextDays = lazyChunk(() => import('./next-days.tsx'));
const FeedDialog = lazyChunk(() => import('./feed-dialog.tsx'), 'over');

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
  const current = items.find((item) => !item.done);
  return (
    <Card title="Plano de hoje">
      {plan.change && <p className="mb-3 rounded-control bg-info-tint px-3 py-2 text-sm">{plan.change}</p>}
      {items.length === 0 ? (
        <Nothing plan={plan} />
      ) : (
        <ul>
          {items.map((item) => (
            <Row key={`${item.kind}${item.id}`} item={item} examId={plan.exam?.id ?? 0} isCurrent={item === current} />
          ))}
        </ul>
      )}
      <Suspense fallback={<p className="min-h-22" />}>
        <EndOfDay plan={plan} />
      </Suspense>
      {(items.length > 0 || plan.days.length > 0) && (
        <div className="mt-1 flex flex-wrap items-start justify-between gap-x-4">
          <Suspense>{plan.days.length > 0 && <NextDays days={plan.days} />}</Suspense>
          <Button variant="quiet" size="sm" className="-mx-3 min-h-11" onClick={() => setSubscribing(true)}>
            <CalendarPlus /> Assinar no meu calendário
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
      <p className="text-ink-soft">
        Seu plano começa com um curso: ele põe aulas e simulados nos dias até a sua prova.{' '}
        <Link href={paths.courses} className="link tappable">
          Ver cursos
        </Link>
      </p>
    );
  }
  if (plan.exam?.daysLeft === 0) return <p>É hoje: {plan.exam.name}. Boa prova!</p>;
  if (plan.minutesLeft === 0) {
    return (
      <p>
        {plan.covers === 'syllabus' ? 'Você passou pelo edital inteiro.' : 'Você concluiu tudo dos seus cursos.'}{' '}
        Parabéns!
      </p>
    );
  }
  return <p>Nada para hoje.</p>;
}

function Row({ item, examId, isCurrent }: { item: TodaysItem; examId: number; isCurrent: boolean }) {
  const state = item.done ? 'done' : isCurrent ? 'now' : 'waiting';
  return (
    <li className="relative grid min-h-17 grid-cols-[30px_minmax(0,1fr)_auto] items-center gap-3 border-line border-t py-2 first:border-t-0">
      <PlanTick state={state} />
      <div>
        <Link
          href={hrefOf(item, examId)}
          className={`wrap-anywhere after:absolute after:inset-0 hover:underline ${item.done ? 'text-ink-soft' : 'font-strong'}`}
        >
          {item.title}
        </Link>
        <span className="block text-ink-soft text-sm">{descriptions[item.kind](item)}</span>
      </div>
      <span className="text-ink-soft text-sm tabular-nums">
        {formatMinutes(item.done ? item.minutes : item.minutesLeft)}
      </span>
    </li>
  );
}

function hrefOf({ kind, id }: PlannedItem, examId: number): string {
  if (kind === 'review') return paths.review;
  return kind === 'practice' ? paths.examMapTopic(examId, id) : paths[kind](id);
}

const descriptions: Record<PlanKind, (item: PlannedItem & { started?: boolean }) => string> = {
  review: () => 'erradas e quase esquecidas',
  practice: ({ subjectName, questionCount }) =>
    [subjectName, plural(questionCount ?? 0, 'questão', 'questões')].filter(Boolean).join(', '),
  lesson: ({ subjectName, courseTitle, started }) =>
    `${subjectName ?? courseTitle}, aula${started ? ' em andamento' : ''}`,
  quiz: ({ questionCount, passingScore }) =>
    `${plural(questionCount ?? 0, 'questão', 'questões')}, nota de corte ${formatPercent((passingScore ?? 0) / 100)}`,
};
