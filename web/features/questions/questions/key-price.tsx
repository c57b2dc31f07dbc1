import type { ReactNode } from 'react';
import { dateWriter, twoDigits } from '#web/lib/intl.ts';

const dayAndHour = dateWriter(
  ({ day, month, hour, minute }) =>
    `${twoDigits(day)}/${twoDigits(month)}, ${hour}h${minute === 0 ? '' : twoDigits(minute)}`,
);

/** '18/11, 12h07', by the server's date. */
export const keyPriceMoment = (postponesTo: string): string => dayAndHour(new Date(postponesTo));

type PricedLabelProps = { children: ReactNode; postponesTo: string | null; words?: string };

/** The label of a button that shows a key. What the key costs is part of the button. */
export function PricedLabel({ children, postponesTo, words = 'adia o certificado para' }: PricedLabelProps) {
  if (postponesTo === null) return children;
  return (
    <span className="grid justify-items-center leading-tight">
      <span className="inline-flex items-center gap-2">{children}</span>{' '}
      <span className="font-normal text-sm">
        {words} {keyPriceMoment(postponesTo)}
      </span>
    </span>
  );
}
