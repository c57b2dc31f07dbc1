import { useInfiniteQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { reportedQuery } from './reported.queries.ts';

/** The way to what students reported, with how many questions wait. */
export function ReportedLink() {
  const total = useInfiniteQuery(reportedQuery).data?.pages[0]?.total;
  return (
    <Link href={paths.questionReports} className={buttonClass({ variant: 'quiet' })}>
      <Flag /> Reportadas{total ? ` (${total})` : ''}
    </Link>
  );
}
