import { Check } from 'lucide-react';

type PlanTickProps = { state: 'done' | 'now' | 'waiting' };

/** Done, current (the sun on its line), or still to do. */
export function PlanTick({ state }: PlanTickProps) {
  if (state === 'done') {
    return (
      <span className="grid size-5.5 place-items-center rounded-full bg-ok text-surface">
        <Check className="size-3.5 stroke-3" />
        <span className="sr-only">Feito: </span>
      </span>
    );
  }
  if (state === 'now') {
    return (
      <>
        <svg viewBox="0 0 26 16" aria-hidden="true" className="w-6.5">
          <path d="M4 13a9 9 0 0 1 18 0Z" fill="var(--sun)" stroke="var(--sun-edge)" strokeWidth="1.5" />
          <path d="M0 14.5h26" stroke="var(--ink)" strokeWidth="3" />
        </svg>
        <span className="sr-only">Agora: </span>
      </>
    );
  }
  return <span className="block size-5.5 rounded-full border-2 border-line-strong" />;
}
