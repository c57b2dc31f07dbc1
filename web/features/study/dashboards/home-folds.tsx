import { ChevronDown } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { resultOf } from '#web/features/exams/mock-exams/results.ts';
import { formatPercent } from '#web/lib/format.ts';
import { useBrowserState } from '#web/lib/hydration.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { useUser } from '#web/lib/session.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const CoursesInProgress = lazyChunk(() => import('./courses-in-progress.tsx'));
const RecentAttempts = lazyChunk(() => import('./recent-attempts.tsx'));

/** From this width on the folds are open until the student closes one. */
const WIDE = '(min-width: 1024px)';

type HomeFoldsProps = { dashboard: StudentDashboard; examName: string | null; exams: ReactNode };

/** The last sections of home, for occasional lookups. A closed fold renders only its title line. */
export default function HomeFolds({ dashboard, examName, exams }: HomeFoldsProps) {
  const { courses, enrollmentCount, recentQuizAttempts } = dashboard;
  const [latest] = recentQuizAttempts;
  const result = latest && resultOf(latest);
  const furthest = Math.max(0, ...courses.map(({ progress }) => progress));
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      <Fold
        name="courses"
        title="Cursos em andamento"
        note={
          courses.length > 0
            ? `${courses.length}, o mais adiantado em ${formatPercent(furthest / 100)}`
            : enrollmentCount > 0
              ? 'todos concluídos'
              : 'nenhum ainda'
        }
      >
        <CoursesInProgress dashboard={dashboard} />
      </Fold>
      <Fold
        name="attempts"
        title="Simulados recentes"
        note={
          result
            ? `o último: ${result.score}/10, ${result.passed ? 'aprovado' : 'não aprovado'}`
            : latest
              ? 'o último espera o resultado'
              : 'nenhum ainda'
        }
      >
        <RecentAttempts attempts={recentQuizAttempts} />
      </Fold>
      <Fold name="exams" title="Próximas provas" note={examName ?? 'escolha a sua'}>
        {exams}
      </Fold>
    </div>
  );
}

type FoldProps = { name: string; title: string; note: string; children: ReactNode };

/** Remembered per person; until then open on wide screens. */
function Fold({ name, title, note, children }: FoldProps) {
  const key = localKey(useUser().id, `home-fold:${name}`);
  const [isOpen, setOpen] = useBrowserState(() => {
    const stored = localStore.read(key);
    return stored === null ? matchMedia(WIDE).matches : stored === 'open';
  }, false);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isOpen) return;
        setOpen(currentTarget.open);
        localStore.write(key, currentTarget.open ? 'open' : 'closed');
      }}
      className="group"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2 md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 grow items-baseline gap-x-4 md:flex md:justify-between">
          <h2 className="text-base">{title}</h2>
          <span className="wrap-anywhere text-ink-soft text-sm">{note}</span>
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-ink-soft group-open:rotate-180" />
      </summary>
      {isOpen && (
        <div className="px-4 pt-1 pb-4 md:px-5">
          <Suspense fallback={<Skeleton className="h-24" />}>{children}</Suspense>
        </div>
      )}
    </details>
  );
}
