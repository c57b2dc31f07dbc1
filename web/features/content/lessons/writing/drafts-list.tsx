import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { LessonDraftSummary } from '#contract/content/lesson-drafts.ts';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { draftPagesQuery } from './writing.queries.ts';
import { draftStateOf } from './writing-words.ts';

/** Drafts and scheduled lessons. Renders nothing when there are none. */
export function DraftsList() {
  const drafts = useInfiniteQuery(draftPagesQuery);
  const subjects = useQuery(subjectsQuery).data ?? [];
  const names = new Map(subjects.map(({ id, name }) => [id, name]));
  const rows = drafts.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = drafts.data?.pages[0]?.total ?? 0;
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="drafts" className="mb-8">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id="drafts" className="text-md">
          Rascunhos e agendadas
        </h2>
        <p className="text-ink-soft text-sm tabular-nums">{plural(total, 'aula', 'aulas')}</p>
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {rows.map((draft) => (
          <Row key={draft.id} draft={draft} subjectName={names.get(draft.subjectId ?? 0)} />
        ))}
      </ul>
      {drafts.hasNextPage && (
        <Button
          variant="line"
          className="mt-4 w-full"
          busy={drafts.isFetchingNextPage}
          busyLabel="Carregando..."
          onClick={() => drafts.fetchNextPage()}
        >
          Mostrar mais ({rows.length} de {total})
        </Button>
      )}
    </section>
  );
}

function Row({ draft, subjectName }: { draft: LessonDraftSummary; subjectName: string | undefined }) {
  const user = useUser();
  const standing = draftStateOf(draft);
  return (
    <li className="grid gap-1 px-4 py-3 md:flex md:items-center md:gap-3 md:px-5">
      <div className="min-w-0 grow">
        <p className="font-strong [overflow-wrap:anywhere]">
          <Link href={paths.writeLesson(draft.id)} className="tappable text-ink no-underline hover:underline">
            {draft.title.trim() || 'Aula sem título'}
          </Link>
        </p>
        <p className="text-ink-soft text-sm">
          {subjectName ?? 'Sem matéria'}
          {isAdmin(user) && `, ${draft.authorName}`}, salva <Ago at={draft.updatedAt} />
        </p>
      </div>
      <Badge tone={standing.tone}>{standing.label}</Badge>
    </li>
  );
}
