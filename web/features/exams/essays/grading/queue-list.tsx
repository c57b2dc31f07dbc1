import { Link } from 'wouter';
import type { QueuedEssay } from '#contract/exams/essay-grading.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { essayCode } from '../essay-words.ts';

const SHOWN = 20;

/** The queue beside the current essay; on phones the queue is a separate page. */
export function QueueList({ rows, currentId }: { rows: readonly QueuedEssay[]; currentId: number }) {
  return (
    <nav aria-label="Fila" className="min-h-0 overflow-y-auto border-line border-r bg-surface p-2 max-lg:hidden">
      <ul className="grid grid-cols-1">
        {rows.slice(0, SHOWN).map(({ id, dueAt, lease, isPhoto }) => (
          <li key={id}>
            <Link
              href={paths.teacherEssay(id)}
              aria-current={id === currentId ? 'page' : undefined}
              className="block min-h-11 rounded-control px-2 py-1.5 text-ink text-sm no-underline hover:bg-hover aria-[current]:bg-selected aria-[current]:font-strong"
            >
              {essayCode(id)}
              {isPhoto && ' · foto'}
              <span className="block text-ink-soft text-xs">
                {lease && !lease.isMine ? `com ${lease.by}` : `até ${formatDateTime(dueAt)}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
