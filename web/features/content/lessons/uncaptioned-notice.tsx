import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { listUncaptioned } from '#contract/content/captions.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

const uncaptionedQuery = readQuery(listUncaptioned, keys.recordings('uncaptioned'));

/** How many videos of one's lessons have no captions, with the way to each. Nothing where none is missing. */
export function UncaptionedNotice() {
  const { data } = useQuery(uncaptionedQuery);
  if (!data || data.total === 0) return null;
  return (
    <details className="mb-4 rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-strong">
        {plural(data.total, 'vídeo ou áudio sem legendas', 'vídeos e áudios sem legendas')}
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {data.rows.map(({ id, title, lessonId, lessonTitle }) => (
          <li key={id} className="px-4 py-2">
            <Link href={paths.writeLesson(lessonId)} className="tappable">
              {title}
            </Link>
            <span className="block text-ink-soft text-sm">{lessonTitle}</span>
          </li>
        ))}
      </ul>
      {data.total > data.rows.length && (
        <p className="px-4 pb-3 text-ink-soft text-sm">Mostrando os {data.rows.length} mais novos.</p>
      )}
    </details>
  );
}
