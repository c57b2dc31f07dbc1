import { useQuery } from '@tanstack/react-query';
import { ChevronDown, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { CommentSort, listQuestionComments } from '#contract/study/question-comments.ts';
import { keyPriceMoment } from '#web/features/questions/questions/key-price.tsx';
import { formatNumber, plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Chips } from '#web/ui/chips.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { CommentEntry } from './comment-entry.tsx';
import { CommentForm } from './comment-form.tsx';
import { commentCountQuery, commentsQuery, useWriteComment } from './question-comments.queries.ts';

/** Below a question that the user has answered or moderates: closed, with the count; the comments are fetched when it is opened. */
export default function Comments({ questionId }: { questionId: number }) {
  const count = useQuery(commentCountQuery(questionId)).data;
  const [isOpen, setOpen] = useState(false);
  const [sort, setSort] = useState<CommentSort>('useful');
  const list = useQuery({ ...commentsQuery(questionId, sort), enabled: isOpen });
  if (count?.isOff) return null;
  return (
    <details
      className="group rounded-card border border-line bg-surface px-5 print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3">
        <MessagesSquare />
        <span className="grow">
          <b className="font-strong">Comentários</b>{' '}
          {count && <span className="text-ink-soft">{countWords(count.total, count.sealed)}</span>}
          {count?.postponesTo && !isOpen && (
            <span className="block text-ink-soft text-sm">
              abrir adia o certificado para {keyPriceMoment(count.postponesTo)}
            </span>
          )}
        </span>
        <ChevronDown className="group-open:rotate-180" />
      </summary>
      {isOpen && (
        <div className="grid grid-cols-1 gap-4 pb-5">
          {list.isError && <LoadError of={list} title="Não conseguimos buscar os comentários" headingLevel={3} />}
          {list.isLoading && <SkeletonGroup className="grid gap-3" blocks={['h-20', 'h-20']} />}
          {list.data && <Opened questionId={questionId} list={list.data} sort={sort} onSort={setSort} />}
        </div>
      )}
    </details>
  );
}

function countWords(total: number, sealed: number): string {
  if (total === 0) return 'nenhum ainda';
  const words = formatNumber(total);
  return sealed === 0 ? words : `${words}, ${plural(sealed, 'com o selo do professor', 'com o selo do professor')}`;
}

type OpenedProps = {
  questionId: number;
  list: ResponseOf<typeof listQuestionComments>;
  sort: CommentSort;
  onSort: (sort: CommentSort) => void;
};

function Opened({ questionId, list, sort, onSort }: OpenedProps) {
  const { comments, writing, name, canModerate } = list;
  const write = useWriteComment(questionId);
  const [creationKey, setCreationKey] = useState(newKey);
  const thread = { questionId, canWrite: writing === 'open', canModerate, name, links: list.links };
  return (
    <>
      {comments.length > 1 && (
        <Chips
          label="Ordem dos comentários"
          value={sort}
          onValueChange={onSort}
          chips={[
            { value: 'useful', label: 'Mais úteis' },
            { value: 'newest', label: 'Mais novos' },
          ]}
        />
      )}
      {comments.length === 0 && <p className="text-ink-soft">Ninguém comentou. O que ajudaria quem errou?</p>}
      {comments.length > 0 && (
        <ul className="grid grid-cols-1 divide-y divide-line border-line border-t">
          {comments.map((comment) => (
            <li key={comment.id} className="grid grid-cols-1 gap-3 py-4">
              <CommentEntry entry={comment} thread={thread} isReply={false} />
              {comment.replies.map((reply) => (
                <div key={reply.id} className="ml-5 border-line border-t pt-3 md:ml-10">
                  <CommentEntry entry={reply} thread={thread} isReply />
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
      {writing === 'paying' && (
        <p className="text-ink-soft text-sm">Aqui escreve quem comprou um curso da escola. Ler é de todos.</p>
      )}
      {writing === 'open' && (
        <CommentForm
          key={creationKey}
          label={`Seu comentário, como ${name}`}
          placeholder="O que ajudaria quem errou?"
          submitLabel="Comentar"
          initial=""
          busy={write.isPending}
          onSubmit={(body, refused) =>
            write.mutate(
              { body, creationKey },
              {
                onSuccess: () => setCreationKey(newKey()),
                onError: (error) => {
                  if (!refused(error)) toastFailure('Comentário não enviado')(error);
                },
              },
            )
          }
        />
      )}
    </>
  );
}
