import type { TeacherDashboard } from '#contract/study/dashboards.ts';
import { formatDecimal } from '#web/lib/format.ts';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Stat } from '#web/ui/stat.tsx';

export function TeacherStats({ dashboard }: { dashboard: TeacherDashboard | undefined }) {
  if (!dashboard) {
    return (
      <SkeletonGroup className="stat-grid">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-28 rounded-card" />
        ))}
      </SkeletonGroup>
    );
  }
  const { totalStudents, totalCourses, averageRating, totalCertificates, changes } = dashboard;
  return (
    <section aria-label="Como vão os cursos" className="stat-grid">
      <Stat label="Alunos" value={totalStudents} note={change(changes.totalStudents)} />
      <Stat label="Cursos" value={totalCourses} note={change(changes.totalCourses)} />
      <Stat
        label="Avaliação média"
        value={averageRating === null ? '—' : formatDecimal(averageRating)}
        unit={averageRating !== null && 'de 5'}
        note={averageRating === null ? 'sem avaliações' : change(changes.averageRating, formatDecimal)}
      />
      <Stat label="Certificados" value={totalCertificates} note={change(changes.totalCertificates)} />
    </section>
  );
}

/** How a figure moved in 30 days, in words. Null: there was none to compare with. */
function change(difference: number | null, write: (value: number) => string = String): string {
  if (difference === null) return 'primeiras avaliações em 30 dias';
  if (difference === 0) return 'igual a 30 dias atrás';
  return `${difference > 0 ? '+' : '−'}${write(Math.abs(difference))} em 30 dias`;
}
