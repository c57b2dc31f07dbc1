import { ESSAY_COMMENT_OFFERED_FROM, ESSAY_COMMENTS_SHOWN } from '#contract/exams/essay-limits.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/http/errors.ts';
import { listCommentRows, saveCommentRow, unsaveComment } from './comments.store.ts';

export const listComments = (deps: Deps, search: string | undefined) =>
  listCommentRows(deps.db, { search, offeredFrom: ESSAY_COMMENT_OFFERED_FROM, limit: ESSAY_COMMENTS_SHOWN });

export async function addComment(deps: Deps, text: string) {
  const saved = await transact(deps, (tx) => saveCommentRow(tx, text, deps.clock.now()));
  if (!saved) throw new Error('The comment was not stored.');
  return saved;
}

export async function removeComment(deps: Deps, id: number) {
  const isRemoved = await transact(deps, (tx) => unsaveComment(tx, id));
  if (!isRemoved) throw notFound('Comentário não encontrado.');
}
