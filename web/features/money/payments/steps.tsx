import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid">{children}</ol>;
}

type StepProps = { number: number; title: string; text: ReactNode; done?: boolean; children?: ReactNode };

/** One of a few things to do in order; the line leads to the next. */
export function Step({ number, title, text, done = false, children }: StepProps) {
  return (
    <li
      className={cx(
        'relative pb-6 last:pb-0 md:pb-8 md:pl-15',
        'md:after:absolute md:after:top-10 md:after:bottom-1 md:after:left-4.5 md:after:w-0.5 md:after:bg-line md:last:after:hidden',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'absolute top-0 left-0 grid size-7.5 place-items-center rounded-full border-2 font-strong text-sm md:-top-1 md:size-9.5 md:text-base',
          done ? 'border-ok bg-ok text-surface [&_.lucide]:stroke-3' : 'border-ink bg-surface',
        )}
      >
        {done ? <Check /> : number}
      </span>
      <h2 className="pl-10.5 text-md md:pl-0 md:text-lg">
        {title}
        {done && <span className="sr-only"> (feito)</span>}
      </h2>
      <p className="mt-1 pl-10.5 text-ink-soft md:pl-0">{text}</p>
      {children && <div className="mt-4">{children}</div>}
    </li>
  );
}
