import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { plural } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { firstStepsQuery, useSkipStep } from './first-steps.queries.ts';
import { nextStep, type Step, stepsIn } from './step-words.ts';

/** Whether the card has the amber button of the home. */
export function useHasFirstSteps(isForAdmin: boolean): boolean {
  const { data } = useQuery({ ...firstStepsQuery, enabled: isForAdmin });
  return data !== undefined && nextStep(stepsIn(data)) !== undefined;
}

/** The owner's six steps to the first sale. Renders nothing once every step is done or postponed. */
export default function FirstStepsCard() {
  const query = useQuery(firstStepsQuery);
  if (query.isError && !query.data) {
    return <LoadError of={query} title="Não conseguimos conferir os primeiros passos" text={null} />;
  }
  const steps = query.data ? stepsIn(query.data) : [];
  const next = nextStep(steps);
  if (!next) return null;
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <Card
      title={`${done} de ${plural(steps.length, 'passo pronto', 'passos prontos')}`}
      aside="Cada passo se confere sozinho. Dá para pular, e ele volta se algo quebrar."
    >
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <StepRow key={step.name} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </Card>
  );
}

const signs: Record<Step['state'], string> = {
  done: 'border-ok bg-ok text-surface',
  open: 'border-line-strong',
  broken: 'border-bad text-bad',
  skipped: 'border-line-strong text-ink-soft',
};

function StepRow({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { name, state, title, text, action, href } = step;
  const skip = useSkipStep();
  return (
    <li
      className={cx(
        '-mx-2 grid grid-cols-[32px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-2 py-3 md:grid-cols-[32px_minmax(0,1fr)_auto]',
        state === 'broken' && 'rounded-control bg-bad-tint',
      )}
    >
      <span
        aria-hidden="true"
        className={cx('grid size-8 place-items-center rounded-full border-2 font-strong text-sm', signs[state])}
      >
        {state === 'done' ? <Check /> : state === 'broken' ? <TriangleAlert /> : number}
      </span>
      <div className="min-w-0">
        <p className={state === 'done' || state === 'skipped' ? undefined : 'font-strong'}>
          {title} {state === 'done' && <Badge tone="ok">pronto</Badge>}
          {state === 'broken' && <Badge tone="bad">quebrado</Badge>}
          {state === 'skipped' && <Badge icon={null}>pulado</Badge>}
        </p>
        <p className="text-ink-soft text-sm">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:col-start-2">
        {state === 'open' && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Pular: ${title}`}
            busy={skip.isPending}
            onClick={() => skip.mutate({ step: name, isSkipped: true })}
          >
            Pular
          </Button>
        )}
        {state === 'skipped' && (
          <Button
            variant="line"
            size="sm"
            aria-label={`Retomar: ${title}`}
            busy={skip.isPending}
            onClick={() => skip.mutate({ step: name, isSkipped: false })}
          >
            Retomar
          </Button>
        )}
        {state !== 'skipped' && (
          <Link
            href={href}
            aria-label={state === 'done' ? `Rever: ${title}` : undefined}
            className={buttonClass({ variant: isNext ? 'next' : 'line', size: 'sm' })}
          >
            {state === 'done' ? 'Rever' : action}
            {isNext && <ArrowRight />}
          </Link>
        )}
      </div>
    </li>
  );
}
