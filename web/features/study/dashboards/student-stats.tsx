import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { formatPercent, plural } from '#web/lib/format.ts';
import { HalfRing } from '#web/ui/half-ring.tsx';
import { Stat } from '#web/ui/stat.tsx';

export function StudentStats({ dashboard }: { dashboard: StudentDashboard }) {
  const { progress, quizzes, studyStreak, longestStreak } = dashboard;
  return (
    <section aria-label="Como estou indo" className="grid grid-cols-3 gap-2 md:gap-4">
      <Stat
        label="Progresso geral"
        value={progress.total === 0 ? '—' : formatPercent(progress.percent / 100)}
        note={
          progress.total === 0 ? 'nenhum curso ainda' : `${progress.done} de ${plural(progress.total, 'item', 'itens')}`
        }
        picture={<HalfRing value={progress.percent} />}
      />
      <Stat
        label="Simulados feitos"
        value={quizzes.taken}
        note={quizzes.taken === 0 ? 'faça o primeiro' : plural(quizzes.passed, 'aprovado', 'aprovados')}
        picture={quizzes.history.length > 0 && <ResultDots history={quizzes.history} />}
      />
      <Stat
        label="Sequência"
        value={studyStreak}
        unit={studyStreak === 1 ? 'dia' : 'dias'}
        note={streakNote(dashboard)}
        picture={longestStreak > 0 && <StreakSuns count={studyStreak} />}
      />
    </section>
  );
}

function streakNote({ studyStreak, longestStreak, studiedToday }: StudentDashboard): string {
  if (longestStreak === 0) return 'estude hoje para começar';
  if (studyStreak > 0 && !studiedToday) return 'estude hoje para manter';
  return `recorde: ${plural(longestStreak, 'dia', 'dias')}`;
}

/** The last results, filled when passed; decoration beside the written number. */
function ResultDots({ history }: { history: StudentDashboard['quizzes']['history'] }) {
  const shown = history.slice(-9);
  return (
    <svg aria-hidden="true" width="112" height="58" viewBox="0 0 112 58" fill="none">
      <path d="M0 54.5h112" stroke="currentColor" strokeWidth="3" />
      {shown.map(({ percent, passed }, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity but their place
          key={index}
          cx={6 + (9 - shown.length + index) * 12.5}
          cy={46 - percent * 0.4}
          r="3.6"
          stroke="var(--ill-blue)"
          strokeWidth="2"
          fill={passed ? 'var(--ill-blue)' : 'none'}
        />
      ))}
    </svg>
  );
}

/** One rising sun for each day, at most six. */
function StreakSuns({ count }: { count: number }) {
  return (
    <svg aria-hidden="true" width="118" height="58" viewBox="0 0 118 58" fill="none">
      {Array.from({ length: Math.min(count, 6) }, (_, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: suns have no identity but their place
          key={index}
          d={`M${104 - index * 17} 53a6.5 6.5 0 0 1 13 0Z`}
          fill="var(--sun)"
          stroke="var(--sun-edge)"
          strokeWidth="1.5"
        />
      ))}
      <path d="M0 54.5h118" stroke="currentColor" strokeWidth="3" />
    </svg>
  );
}
