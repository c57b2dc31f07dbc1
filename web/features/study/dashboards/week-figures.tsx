import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { formatPercent, plural } from '#web/lib/format.ts';

/** The three figures of the dashboard, in one list. */
export function WeekFigures({ dashboard }: { dashboard: StudentDashboard }) {
  const { progress, quizzes, studyStreak } = dashboard;
  const figures: [label: string, value: string, note: string][] = [
    [
      'Progresso geral',
      progress.total === 0 ? '—' : formatPercent(progress.percent / 100),
      progress.total === 0 ? 'nenhum curso ainda' : `${progress.done} de ${plural(progress.total, 'item', 'itens')}`,
    ],
    [
      'Simulados feitos',
      String(quizzes.taken),
      quizzes.taken === 0 ? 'faça o primeiro' : plural(quizzes.passed, 'aprovado', 'aprovados'),
    ],
    ['Sequência', plural(studyStreak, 'dia', 'dias'), streakNote(dashboard)],
  ];
  return (
    <section aria-label="Como estou indo" className="mt-4 border-line border-t pt-4">
      <dl className="grid grid-cols-3 gap-2">
        {figures.map(([label, value, note]) => (
          <div key={label} className="min-w-0">
            <dt className="text-ink-soft text-sm leading-snug">{label}</dt>
            <dd className="font-strong text-lg tabular-nums leading-tight">{value}</dd>
            <dd className="text-ink-soft text-sm leading-snug">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function streakNote({ studyStreak, longestStreak, studiedToday }: StudentDashboard): string {
  if (longestStreak === 0) return 'estude hoje para começar';
  if (studyStreak > 0 && !studiedToday) return 'estude hoje para manter';
  return `recorde: ${plural(longestStreak, 'dia', 'dias')}`;
}
