import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { NextStep } from '#contract/study/exam-map.ts';
import { formatMinutes, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { usePractiseTopic } from './exam-map.queries.ts';
import { nextStepQuery } from './next-step.ts';

/** What home shows of a step. */
type Shown = {
  eyebrow: string;
  title: string;
  why: string;
  action: { href: string; text: string; look: 'next' | 'night' } | null;
  note: string | null;
};

type MapStepProps = {
  show: (step: Shown) => ReactNode;
  /** Where the map proposes nothing, or cannot be asked. */
  otherwise: Shown;
};

/** The step that brings most points per minute, with its reason; 'outro' passes over it. */
export default function MapStep({ show, otherwise }: MapStepProps) {
  const [skip, setSkip] = useState(0);
  const next = useQuery(nextStepQuery(skip));
  if (next.isPending) {
    return (
      <SkeletonGroup className="grid max-w-140 gap-3 opacity-30 md:min-h-48">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-5 w-3/4" />
      </SkeletonGroup>
    );
  }
  const step = next.data?.step;
  if (!step) return show(otherwise);
  return (
    <div>
      {show(shownOf(step))}
      {step.kind === 'practice' && <PractiseNow step={step} />}
      <div className="mt-2 flex flex-wrap gap-x-5">
        {next.data?.more && <Quiet onClick={() => setSkip(skip + 1)}>Outro passo</Quiet>}
        {skip > 0 && <Quiet onClick={() => setSkip(0)}>Voltar ao primeiro</Quiet>}
      </div>
    </div>
  );
}

function Quiet({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="min-h-11 text-on-night text-sm underline underline-offset-4" onClick={onClick}>
      {children}
    </button>
  );
}

/** The practice itself, without the choice of filters before it. */
function PractiseNow({ step }: { step: NextStep }) {
  const [, navigate] = useLocation();
  const practise = usePractiseTopic();
  const { topicId, questions } = step.target;
  if (topicId === null || questions === null) return null;
  return (
    <div className="mt-4 grid items-center gap-2 max-md:text-center md:flex md:gap-4">
      <Button
        variant="next"
        size="lg"
        busy={practise.isPending}
        onClick={() =>
          practise.mutate({ topicId, count: questions }, { onSuccess: ({ id }) => navigate(paths.practice(id)) })
        }
      >
        Começar o treino <ArrowRight />
      </Button>
      <span className="text-sm md:text-on-night-soft">cerca de {formatMinutes(step.minutes)}</span>
    </div>
  );
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);

const begin = { lesson: 'Ler a aula', review: 'Começar a revisão', quiz: 'Iniciar Simulado' } as const;

function hrefOf(kind: keyof typeof begin, id: number | null): string {
  if (kind === 'review') return paths.review;
  return kind === 'lesson' ? paths.lesson(id ?? 0) : paths.quiz(id ?? 0);
}

function shownOf({ kind, target, reason, minutes }: NextStep): Shown {
  const words = { eyebrow: 'Próximo passo', why: `${capital(reason)}.` };
  // Its button starts the practice; there is no address of one that was not begun.
  if (kind === 'practice') {
    const title = `Treino: ${plural(target.questions ?? 0, 'questão', 'questões')} de ${target.title}`;
    return { ...words, title, action: null, note: null };
  }
  return {
    ...words,
    title: target.title,
    action: { href: hrefOf(kind, target.id), text: begin[kind], look: 'next' },
    note: `cerca de ${formatMinutes(minutes)}`,
  };
}
