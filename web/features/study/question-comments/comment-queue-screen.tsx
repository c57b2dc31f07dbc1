import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { QueuedComment } from '#contract/study/question-comments.ts';
import { formatRelative, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { LazyComments } from './lazy-comments.tsx';
import { commentQueueQuery, useDecideComment } from './question-comments.queries.ts';

/** Comments that students reported, or that have a word which the school holds back. The oldest comes first. */
export function CommentQueueScreen() {
  usePageTitle('Comentários denunciados');
  const queue = useInfiniteQuery(commentQueueQuery);
  const rows = queue.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = queue.data?.pages[0]?.total;
  return (
    <Page width="wide-form">
      <PageHeader
        title="Comentários denunciados"
        subtitle={
          total
            ? `${plural(total, 'comentário espera', 'comentários esperam')} uma decisão`
            : 'O que os alunos apontaram nas suas questões'
        }
      />
      {queue.isPending && <SkeletonGroup className="grid gap-4" blocks={['h-40', 'h-40']} />}
      {queue.isError && !queue.data && <LoadError of={queue} title="Não conseguimos buscar os comentários" />}
      {total === 0 && (
        <EmptyState
          title="Nada para decidir"
          text="Comentários denunciados, e os que têm uma palavra que a escola segura, aparecem aqui."
        />
      )}
      <ul className="grid grid-cols-1 gap-4">
        {rows.map((row) => (
          <li key={row.id}>
            <Queued row={row} />
          </li>
        ))}
      </ul>
      <ShowMore pages={queue} place="below" />
    </Page>
  );
}

function Queued({ row }: { row: QueuedComment }) {
  const { id, questionId, excerpt, subject, writerName, alias, body, state, isReply, reportCount, since, editedAt } =
    row;
  const decide = useDecideComment(id);
  const now = useNow();
  return (
    <Card
      title={`Questão ${questionId}`}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {reportCount > 0 && <Badge tone="bad">{plural(reportCount, 'denúncia', 'denúncias')}</Badge>}
          {state === 'held' && <Badge tone="sun">palavra segurada</Badge>}
          {state === 'reported' && <Badge tone="info">escondido</Badge>}
          {formatRelative(since, now)}
        </span>
      }
    >
      <p className="text-ink-soft text-sm">
        <Link href={paths.bankQuestion(questionId)} className="link tappable line-clamp-2">
          {excerpt}
        </Link>
        {subject && <span className="block">{subject}</span>}
      </p>
      <p className="mt-3 text-sm">
        <b className="font-strong">{writerName}</b>{' '}
        <span className="text-ink-soft">
          {isReply ? 'respondeu' : 'comentou'} como “{alias}”
        </span>
      </p>
      <PlainText text={body} className="wrap-anywhere max-w-[75ch]" />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="line" busy={decide.isPending} onClick={() => decide.mutate({ decision: 'show', editedAt })}>
          {state === 'shown' ? 'Está tudo bem' : 'Mostrar a todos'}
        </Button>
        <Button variant="bad" busy={decide.isPending} onClick={() => decide.mutate({ decision: 'hide', editedAt })}>
          Esconder
        </Button>
      </div>
      <div className="mt-4">
        <LazyComments questionId={questionId} />
      </div>
    </Card>
  );
}
