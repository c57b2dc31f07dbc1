import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { casesQuery } from './cases.queries.ts';

/** Links to the orders on which school and bank disagree, if there are any. */
export function CasesNotice({ className }: { className?: string }) {
  const open = useInfiniteQuery(casesQuery).data?.pages[0]?.total ?? 0;
  if (open === 0) return null;
  return (
    <Notice tone="sun" className={className}>
      {plural(open, 'pedido em que escola e banco não batem', 'pedidos em que escola e banco não batem')}.{' '}
      <Link href={paths.adminCases} className="link tappable">
        Ver os casos
      </Link>
    </Notice>
  );
}
