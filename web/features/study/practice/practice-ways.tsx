import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { NextStep } from '#contract/study/exam-map.ts';
import type { Mistakes, ReviewDay } from '#contract/study/review.ts';
import { nextStepQuery } from '#web/features/study/exam-map/next-step.ts';
import { formatDecimal, formatMinutes, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { stepAddress } from './practice-choice.ts';
import { mistakesQuery, reviewQuery } from './review/review.queries.ts';

const questions = (count: number) => plural(count, 'questão', 'questões');

type Way = { label: string; href: string; value: string; note: string };

/** The three ways in that need no choice: today's review, what pays most, one's own mistakes. */
export function PracticeWays() {
  const review = useQuery(reviewQuery({ of: 'day' })).data;
  const step = useQuery(nextStepQuery(0)).data?.step;
  const mistakes = useQuery(mistakesQuery({ state: 'open', page: 1, counts: 'true' })).data;
  const ways = [reviewWay(review), ...(step ? [stepWay(step)] : []), mistakesWay(mistakes)];
  return (
    <nav
      aria-label="Treinos prontos"
      className="grid divide-line overflow-hidden rounded-card border border-line bg-surface max-md:divide-y md:auto-cols-fr md:grid-flow-col md:divide-x"
    >
      {ways.map(({ label, href, value, note }) => (
        <Link
          key={label}
          href={href}
          className="grid min-h-16 grid-cols-[minmax(0,1fr)_1.25rem] items-center gap-x-2 px-4 py-3 text-ink no-underline hover:bg-hover md:min-h-26 md:grid-cols-1 md:content-center md:px-5 md:py-4"
        >
          {/* Large text puts the value below its label. */}
          <span className="flex flex-wrap items-center justify-between gap-x-2 md:contents">
            <span className="text-sm max-md:font-strong md:text-ink-soft">{label}</span>
            <b className="font-strong text-sm tabular-nums md:text-2xl md:tracking-[-0.02em]">{value}</b>
          </span>
          <ChevronRight className="row-span-2 size-5 text-ink-soft max-md:col-start-2 max-md:row-start-1 md:hidden" />
          <span className="wrap-anywhere text-ink-soft text-sm max-md:col-start-1">{note}</span>
        </Link>
      ))}
    </nav>
  );
}

function reviewWay(day: ReviewDay | undefined): Way {
  const way = { label: 'Revisão de hoje', href: paths.review };
  if (!day) return { ...way, value: '', note: ' ' };
  if (day.items.length > 0) {
    return { ...way, value: questions(day.items.length), note: `cerca de ${formatMinutes(day.minutes)}` };
  }
  return day.answered > 0
    ? { ...way, value: 'Feita', note: `${questions(day.answered)} hoje, ${questions(day.tomorrow)} amanhã` }
    : { ...way, value: 'Nada hoje', note: 'começa com as suas primeiras respostas' };
}

/** '+0,3 ponto'; less than a tenth is not shown. */
const gainOf = (gain: number) => (gain < 0.05 ? '' : `, +${formatDecimal(gain)} ${gain < 1.95 ? 'ponto' : 'pontos'}`);

const others = { lesson: 'Uma aula', quiz: 'Um simulado', review: 'A revisão', essay: 'Uma redação' } as const;

function stepWay({ kind, target, gain }: NextStep): Way {
  return {
    label: 'O que mais rende',
    href: stepAddress({ kind, target }),
    value: kind === 'practice' ? questions(target.questions ?? 0) : others[kind],
    note: `${target.title}${gainOf(gain)}`,
  };
}

function mistakesWay(mistakes: Mistakes | undefined): Way {
  const way = { label: 'Caderno de erros', href: paths.mistakes };
  if (!mistakes) return { ...way, value: '', note: ' ' };
  const most = mistakes.subjects.toSorted((a, b) => b.count - a.count)[0];
  if (!most?.count) return { ...way, value: 'Vazio', note: 'guarda o que você errar' };
  return { ...way, value: `${mistakes.open} em aberto`, note: most.name ? `${most.count} de ${most.name}` : ' ' };
}
