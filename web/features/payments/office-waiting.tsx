import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { dayOf, formatNearDay } from '../../lib/calendar-day.ts';
import { plural } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { refundsQuery } from './queue.queries.ts';

/** Money that was asked back, on the administrator's home until it is done. Where it cannot be read, nothing is claimed. */
export default function OfficeWaiting() {
  const [page] = useInfiniteQuery(refundsQuery('due')).data?.pages ?? [];
  const [first] = page?.items ?? [];
  if (!page || !first) return null;
  const dueOn = first.refund?.dueOn;
  const isLate = dueOn ? dueOn < dayOf(new Date()) : false;
  return (
    <Notice
      tone={isLate ? 'bad' : 'sun'}
      title={plural(page.total, 'reembolso a fazer', 'reembolsos a fazer')}
      action={
        <Link href={`${paths.adminPayments}?aba=refunds`} className={buttonClass({ variant: 'line', size: 'sm' })}>
          Ver reembolsos
        </Link>
      }
    >
      {dueOn && `${isLate ? 'O prazo mais antigo terminou' : 'O primeiro vence'} ${formatNearDay(dueOn)}`}
    </Notice>
  );
}
