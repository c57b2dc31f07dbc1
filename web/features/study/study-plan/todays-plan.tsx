import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'wouter';
import type { PlanKind, PlannedItem, StudyPlan } from '#contract/study/study-plan.ts';
import { formatDecimal, formatMinutes, formatPercent, plural } from '#web/lib/format.ts';
import { useBrowserState } from '#web/lib/hydration.ts';
import { localKey } from '#web/lib/local-data.ts';
import { paths } from '#web/lib/paths.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { useUser } from '#web/lib/session.ts';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { dayRows, type PlanRow, rowAddress, shortDay } from './plan-rows.ts';
import { PlanTick } from './plan-tick.tsx';
import { studyPlanQuery } from './study-plan.queries.ts';

const EndOfDay = lazyChunk(() => import('./end-of-day.tsx'));
const NextDays = lazyChunk(() => import('./next-days.tsx'));

type TodaysPlanProps = {
  /** The first open row is the next step, and carries the sun. */
  hasSun: boolean;
  isFirst: boolean;
};

/** The dashboard's card: what to do today. */
export default function TodaysPlan({ hasSun, isFirst }: TodaysPlanProps) {
  const plan = useQuery(studyPlanQuery);
  if (plan.data) return <Plan plan={plan.data} hasSun={hasSun} isFirst={isFirst} />;
  return (
    <Card title="Plano de hoje">
      {plan.isError ? (
        <LoadError
          of={plan}
          title="Não conseguimos montar seu plano"
          text="Seu progresso está guardado."
          headingLevel={3}
        />
      ) : (
        <SkeletonGroup className="grid gap-3" blocks={['h-12 w-full', 'h-12 w-full', 'h-12 w-full']} />
      )}
    </Card>
  );
}

/** A day with less time has what fits into this. */
const SHORT_DAY_MINUTES = 20;

function Plan({ plan, hasSun, isFirst }: TodaysPlanProps & { plan: StudyPlan }) {
  const { rows, more } = dayRows(plan.today.items, isFirst);
  const key = localKey(useUser().id, 'short-day');
  // Stored with its day, so that tomorrow starts with the full plan.
  const [isShort, setShort] = useBrowserState(() => localStore.read(key) === plan.today.day, false);
  const toggle = () => {
    if (isShort) localStore.remove(key);
    else localStore.write(key, plan.today.day);
    setShort(!isShort);
  };
  const shown = isShort ? shortDay(rows, SHORT_DAY_MINUTES) : rows;
  const current = hasSun ? rows.find((item) => !item.done) : undefined;
  const left = rows.length - shown.length;
  const canShorten = isShort || shortDay(rows, SHORT_DAY_MINUTES).length < rows.length;
  return (
    <Card
      title="Plano de hoje"
      aside={
        canShorten && (
          <button type="button" className="link tappable" onClick={toggle}>
            {isShort ? 'Ver o dia inteiro' : 'Hoje tenho menos tempo'}
          </button>
        )
      }
    >
      {plan.change && <p className="mb-3 rounded-control bg-info-tint px-3 py-2 text-sm">{plan.change}</p>}
      {rows.length === 0 ? (
        <Nothing plan={plan} />
      ) : (
        <ul>
          {shown.map((item) => (
            <Row key={`${item.kind}${item.id}`} item={item} examId={plan.exam?.id ?? 0} isCurrent={item === current} />
          ))}
        </ul>
      )}
      {isShort && left > 0 && (
        <p className="mt-2 text-ink-soft text-sm">
          {plural(left, 'item fica', 'itens ficam')} para amanhã: o plano se ajusta sozinho.
        </p>
      )}
      <Suspense fallback={<p className="min-h-22" />}>
        <EndOfDay plan={plan} />
      </Suspense>
      <Suspense>
        {(rows.length > 0 || plan.days.length > 0) && (
          <NextDays days={plan.days} more={more} examId={plan.exam?.id ?? 0} />
        )}
      </Suspense>
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

function Row({ item, examId, isCurrent }: { item: PlanRow; examId: number; isCurrent: boolean }) {
  const state = item.done ? 'done' : isCurrent ? 'now' : 'waiting';
  return (
    <li className="relative flex min-h-17 flex-wrap items-center gap-3 border-line border-t py-2 first:border-t-0">
      <span className="w-[30px]">
        <PlanTick state={state} />
      </span>
      {/* Large text leaves the title no space beside the tick: then it is below. */}
      <div className="min-w-0 flex-[1_1_8rem]">
        <Link
          href={rowAddress(item, examId)}
          className={`wrap-anywhere after:absolute after:inset-0 hover:underline ${item.done ? 'text-ink-soft' : 'font-strong'}`}
        >
          {item.title}
        </Link>
        <span className="block text-ink-soft text-sm">
          {item.joined ? 'vários assuntos, comentados na hora' : descriptions[item.kind](item)}
        </span>
      </div>
      <span className="ml-auto text-right text-ink-soft text-sm tabular-nums">
        {!item.done && <Gain item={item} />}
        {formatMinutes(item.done ? item.minutes : item.minutesLeft)}
      </span>
    </li>
  );
}

/** Less than this is not shown as a gain. */
const GAIN_SHOWN_FROM = 0.05;

function Gain({ item: { worth } }: { item: PlanRow }) {
  if (!worth || worth.points < GAIN_SHOWN_FROM) return null;
  return (
    <span className="block font-strong text-sun-ink">
      {worth.isAtMost && 'até '}+{formatDecimal(worth.points)}
      <span className="sr-only"> {worth.points < 1.95 ? 'ponto' : 'pontos'}</span>
    </span>
  );
}

const descriptions: Record<PlanKind, (item: PlannedItem & { started?: boolean }) => string> = {
  review: () => 'erradas e quase esquecidas',
  essay: () => 'a redação da semana',
  practice: ({ subjectName, questionCount }) =>
    [subjectName, plural(questionCount ?? 0, 'questão', 'questões')].filter(Boolean).join(', '),
  lesson: ({ subjectName, courseTitle, started }) =>
    `${subjectName ?? courseTitle}, aula${started ? ' em andamento' : ''}`,
  quiz: ({ questionCount, passingScore }) =>
    `${plural(questionCount ?? 0, 'questão', 'questões')}, nota de corte ${formatPercent((passingScore ?? 0) / 100)}`,
};
