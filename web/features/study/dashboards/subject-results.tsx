import { Suspense } from 'react';
import { Link } from 'wouter';
import { DEFAULT_PASSING_SCORE } from '#contract/limits.ts';
import type { SubjectResult } from '#contract/study/dashboards.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Each simulado has a pass mark of its own; across them the usual one is the measure. */
const WEAK_BELOW = DEFAULT_PASSING_SCORE;

const SubjectChart = lazyChunk(() => import('./subject-chart.tsx'));

export function SubjectResults({ subjects }: { subjects: SubjectResult[] }) {
  const questions = subjects.reduce((sum, { total }) => sum + total, 0);
  const weakest = subjects.filter(({ percent }) => percent < WEAK_BELOW).at(-1);
  return (
    <Card title="Resultado por matéria" aside={`Últimos 30 dias, ${plural(questions, 'questão', 'questões')}`}>
      <Suspense fallback={<Skeleton className="h-44" />}>
        <SubjectChart subjects={subjects} mark={WEAK_BELOW} />
      </Suspense>
      {weakest && (
        <p className="mt-3 text-sm">
          Em âmbar, abaixo de {WEAK_BELOW}%.{' '}
          <Link href={paths.study} className="link tappable">
            Estudar {weakest.name}
          </Link>
        </p>
      )}
    </Card>
  );
}
