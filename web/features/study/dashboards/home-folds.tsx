import { type ReactNode, Suspense } from 'react';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { resultOf } from '#web/features/exams/mock-exams/results.ts';
import { formatPercent } from '#web/lib/format.ts';
import { useBrowserState } from '#web/lib/hydration.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { useUser } from '#web/lib/session.ts';
import { Fold } from '#web/ui/fold.tsx';
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
      <HomeFold
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
      </HomeFold>
      <HomeFold
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
      </HomeFold>
      <HomeFold name="exams" title="Próximas provas" note={examName ?? 'escolha a sua'}>
        {exams}
      </HomeFold>
    </div>
  );
}

type HomeFoldProps = { name: string; title: string; note: string; children: ReactNode };

/** Remembered per person; until then open on wide screens. */
function HomeFold({ name, title, note, children }: HomeFoldProps) {
  const key = localKey(useUser().id, `home-fold:${name}`);
  const [isOpen, setOpen] = useBrowserState(() => {
    const stored = localStore.read(key);
    return stored === null ? matchMedia(WIDE).matches : stored === 'open';
  }, false);
  return (
    <Fold
      title={title}
      note={note}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isOpen) return;
        setOpen(currentTarget.open);
        localStore.write(key, currentTarget.open ? 'open' : 'closed');
      }}
    >
      {isOpen && <Suspense fallback={<Skeleton className="h-24" />}>{children}</Suspense>}
    </Fold>
  );
}
