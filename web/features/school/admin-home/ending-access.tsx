import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { endingAccessQuery } from './admin-home.queries.ts';

/** The students whose access ends first. `total`: how many ends are within the next 30 days. */
export function EndingAccess({ total }: { total: number }) {
  const people = useQuery(endingAccessQuery).data?.people ?? [];
  if (total === 0 || people.length === 0) return null;
  return (
    <Card
      title="Acessos que vencem"
      aside={
        <Link href={`${paths.adminUsers}?situacao=active&tipo=student&acesso=ending`} className="link">
          {total === 1 ? 'Ver na lista' : `Ver os ${formatNumber(total)}`}
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {people.map(({ id, name, endsOn, daysLeft }) => (
          <li key={id}>
            <Link
              href={paths.adminUser(id)}
              className="-mx-2 flex min-h-11 items-center justify-between gap-3 rounded-control px-2 text-sm no-underline hover:bg-hover"
            >
              <span className="wrap-anywhere font-strong">{name}</span>
              <span className="shrink-0 text-ink-soft" title={formatDay(endsOn)}>
                {daysLeft === 0 ? 'hoje' : daysLeft === 1 ? 'amanhã' : `em ${daysLeft} dias`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
