import { ShieldCheck } from 'lucide-react';
import { Link, useSearch } from 'wouter';
import type { AsOf } from '#contract/content/laws.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import type { On } from './laws.queries.ts';

/** The reader's choice is part of the address: it survives a reload. */
export function useOn(): On {
  return new URLSearchParams(useSearch()).get('em') === 'hoje' ? 'today' : undefined;
}

/** The address of a page of the same law with the same choice. */
export const withOn = (path: string, on: On) => (on === 'today' ? path.replace(/(?=#|$)/, '?em=hoje') : path);

type AsOfLineProps = { asOf: AsOf; on: On; path: string };

/** One line that says which day's text is shown, with a way to the other one. */
export function AsOfLine({ asOf: { day, edital }, on, path }: AsOfLineProps) {
  return (
    <p className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-ink-soft text-sm md:flex md:items-center">
      <ShieldCheck className="mt-0.5 shrink-0 text-ok md:mt-0" aria-hidden />
      <span>
        Texto em vigor em <b className="text-ink">{formatDay(day)}</b>
        {edital && on !== 'today' ? `, data do edital de ${edital.examName}.` : ', hoje.'}
      </span>
      {edital && (
        <Link href={withOn(path, on === 'today' ? undefined : 'today')} replace className="link tappable col-start-2">
          {on === 'today' ? `Ver o do edital, ${formatDay(edital.day)}` : 'Ver o de hoje'}
        </Link>
      )}
    </p>
  );
}
