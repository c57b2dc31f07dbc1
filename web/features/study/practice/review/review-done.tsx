import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Suspense } from 'react';
import type { NextStep } from '#contract/study/exam-map.ts';
import type { ReviewDay } from '#contract/study/review.ts';
import { LazyPushOffer } from '#web/features/platform/push/lazy-push-offer.tsx';
import { nextStepQuery } from '#web/features/study/exam-map/next-step.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Sky } from '#web/ui/sky.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { stepAddress } from '../practice-choice.ts';
import { ComingDays, Grip } from './coming-days.tsx';
import { reviewQuery } from './review.queries.ts';
import type { Outcome } from './review-question.tsx';
import { countWords } from './review-words.ts';

const ForecastCard = lazyChunk(() => import('./forecast-card.tsx'));

type ReviewDoneProps = {
  title: string;
  outcomes: readonly { outcome: Outcome; isCard: boolean }[];
  before: ReviewDay;
};

/** The end of a day's review: the results, and what comes tomorrow. */
export function ReviewDone({ title, outcomes: all, before }: ReviewDoneProps) {
  const outcomes = all.filter(({ isCard }) => !isCard).map(({ outcome }) => outcome);
  const cards = all.length - outcomes.length;
  // Refetched, because the answers have changed it. Offline the cached value stays.
  const { data: day = before } = useQuery({ ...reviewQuery({ of: 'day' }), refetchOnMount: 'always' });
  const { tomorrow } = day;
  const step = useQuery({ ...nextStepQuery(0), refetchOnMount: 'always' }).data?.step;
  const isOther = step && step.kind !== 'review';
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const [right, wrong, kept] = [count('right'), count('wrong'), count('kept')];
  const remembered = all.filter(({ outcome }) => outcome === 'right').length;
  const next = countWords(tomorrow, day.tomorrowCards ?? 0);
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="overflow-hidden rounded-t-card bg-night">
        <Sky level={all.length === 0 ? 0 : 0.2 + (0.8 * remembered) / all.length} className="block h-56 w-full" />
      </div>
      <div className="text-center">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        <p className="text-ink-soft">
          {outcomes.length > 0 && `${plural(outcomes.length, 'questão', 'questões')}. Você acertou ${right}. `}
          {cards > 0 && `${plural(cards, 'cartão revisto', 'cartões revistos')}.`}
          {kept > 0 && ` ${plural(kept, 'resposta espera', 'respostas esperam')} pela conexão.`}
        </p>
        <Won won={day.won} />
        {day.grip && <p className="text-ink-soft">Amanhã: {next}.</p>}
      </div>
      {day.grip ? (
        <Grip grip={day.grip} />
      ) : (
        <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
          <Stat label="Certas" value={right} note="voltam quando estiverem para escapar" />
          <Stat label="Erradas" value={wrong} note="voltam logo; estão no caderno" />
          <Stat label="Amanhã" value={tomorrow} note={tomorrow === 1 ? 'questão na lista' : 'questões na lista'} />
        </div>
      )}
      {isOther && <StepAfter step={step} />}
      <div className="flex flex-wrap gap-3 max-md:grid">
        <ButtonLink href={paths.home} variant={isOther ? 'line' : 'next'}>
          Continuar o dia
        </ButtonLink>
        <ButtonLink href={paths.mistakes} variant="line">
          Ver o caderno de erros
        </ButtonLink>
      </div>
      {all.length > 0 && <LazyPushOffer after="review" />}
      <ComingDays coming={day.coming} most={day.most} />
      <Forecast />
    </div>
  );
}

const begin = {
  lesson: 'Ler a aula',
  practice: 'Treinar agora',
  quiz: 'Iniciar Simulado',
  essay: 'Ver o tema',
  review: '',
} as const;

/** The most useful next step, with its reason. */
function StepAfter({ step }: { step: NextStep }) {
  return (
    <section
      aria-labelledby="step-after"
      className="grid items-center gap-4 rounded-card border border-sun-edge bg-sun-tint p-4 md:flex md:justify-between md:p-6"
    >
      <div className="min-w-0">
        <p className="font-strong text-sm text-sun-ink">Próximo passo</p>
        <h2 id="step-after" className="wrap-anywhere text-lg">
          {step.target.title}
        </h2>
        <p className="first-letter:uppercase">{step.reason}.</p>
      </div>
      <ButtonLink href={stepAddress(step)} variant="next" size="lg" className="shrink-0">
        {begin[step.kind]} <ArrowRight />
      </ButtonLink>
    </section>
  );
}

/** What the day's review does for the day of the exam. */
export function Won({ won }: { won: ReviewDay['won'] }) {
  if (!won) return null;
  return (
    <p className="mt-2 text-lg">
      No dia da prova: {won.after > won.before ? `de ${won.before}% para ` : 'você mantém '}
      <strong className="font-strong">{won.after}%</strong> do que já respondeu.
    </p>
  );
}

export const Forecast = () => (
  <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
    <ForecastCard />
  </Suspense>
);
