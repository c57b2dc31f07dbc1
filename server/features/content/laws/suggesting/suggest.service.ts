import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { indexWords, listLikelyArticles, weights } from './suggest.store.ts';

const SUGGESTED = 5;
/** Texts that one request indexes. A school with more of them has its suggestions complete after a few requests. */
const INDEXED_AT_ONCE = 30_000;
/** Characters of a question that are compared. */
const COMPARED_MAX = 8_000;

/** The articles of the school's laws that a text is most likely about. */
export async function suggestArticles(deps: Deps, text: string) {
  await transact(deps, (tx) => indexWords(tx, INDEXED_AT_ONCE));
  return listLikelyArticles(deps.db, text.slice(0, COMPARED_MAX), { limit: SUGGESTED, ...weights });
}
