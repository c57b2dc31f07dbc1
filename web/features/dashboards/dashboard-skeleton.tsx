import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';

/** The cards of the dashboard, before their numbers are known. */
export function DashboardSkeleton() {
  return (
    <SkeletonGroup className="grid gap-4 md:gap-6">
      <Skeleton className="h-52 rounded-card" />
      <div className="grid grid-cols-3 gap-2 md:gap-4">
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-28 rounded-card" />
      </div>
      <div className="grid gap-4 md:gap-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
        <Skeleton className="h-72 rounded-card" />
        <Skeleton className="h-72 rounded-card" />
      </div>
    </SkeletonGroup>
  );
}
