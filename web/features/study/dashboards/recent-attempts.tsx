import { Link } from 'wouter';
import type { RecentAttempt } from '#contract/study/dashboards.ts';
import { resultOf, withheldText } from '#web/features/exams/mock-exams/results.ts';
import { formatDateTime, formatShare } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

const columns: Column<RecentAttempt>[] = [
  {
    key: 'quiz',
    header: 'Simulado',
    cell: (attempt) => (
      <Link href={paths.quiz(attempt.quizId)} className="font-strong hover:underline">
        {attempt.quizTitle}
      </Link>
    ),
  },
  {
    key: 'when',
    header: 'Quando',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt)} className="text-ink-soft">
        <Ago at={createdAt} />
      </time>
    ),
    nowrap: true,
    phone: 'aside',
  },
  {
    key: 'hits',
    header: 'Acertos',
    cell: (attempt) => {
      const result = resultOf(attempt);
      return result ? `${result.correctAnswers}/${attempt.totalQuestions}` : '—';
    },
    align: 'end',
    nowrap: true,
  },
  {
    key: 'score',
    header: 'Nota',
    cell: (attempt) => {
      const result = resultOf(attempt);
      return result ? (
        <span>
          <strong>{result.score}/10</strong> <span className="text-ink-soft">{formatShare(result.percent)}</span>
        </span>
      ) : (
        '—'
      );
    },
    align: 'end',
    nowrap: true,
  },
  {
    key: 'result',
    header: 'Resultado',
    cell: ({ passed, withheldBy }) => {
      if (withheldBy) return <span className="text-ink-soft text-sm">{withheldText(withheldBy)}</span>;
      return passed ? <Badge tone="ok">Aprovado</Badge> : <Badge tone="bad">Não aprovado</Badge>;
    },
    phone: 'plain',
  },
];

export default function RecentAttempts({ attempts }: { attempts: RecentAttempt[] }) {
  return (
    <>
      {attempts.length > 0 ? (
        <Table caption="Simulados recentes" columns={columns} rows={attempts} rowKey={({ id }) => String(id)} />
      ) : (
        <p className="text-ink-soft">Seus simulados aparecem aqui.</p>
      )}
      <Link href={paths.quizzes} className="link tappable mt-2 inline-block">
        {attempts.length > 0 ? 'Ver todos' : 'Ver simulados'}
      </Link>
    </>
  );
}
