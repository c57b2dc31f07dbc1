import type { SearchKind, SearchResult } from '#contract/platform/search.ts';
import type { Db, LaggingDb, Tx } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';
import { nearWords, plainWords, type QueryWord, queryWords, singular } from '#server/text/search-words.ts';
import {
  deleteEntry,
  findEntries,
  findKnownWords,
  findSimilarEntries,
  findVisible,
  followLessons,
  moveEntries,
  type Searcher,
  saveEntry,
} from './search.store.ts';
import { highlighterOf } from './snippet.ts';

/** PostgreSQL stores at most 1 MB of distinct words per entry; three forms of this length always fit. */
const INDEXED_CHARACTERS = 100_000;
/** With fewer good answers than this, near misses are worth showing. */
const ENOUGH = 3;
const SHORTEST_GUESS = 4;

type Searchable = { kind: SearchKind; id: number; subjectId: number | null; title: string; text: string };

/** Makes something findable, or renews it. In the transaction that changes the thing itself. */
export async function indexEntry(tx: Db | Tx, { kind, id, subjectId, title, text }: Searchable): Promise<void> {
  const body = text.slice(0, INDEXED_CHARACTERS).toWellFormed();
  await saveEntry(tx, {
    kind,
    id,
    subjectId,
    title,
    body,
    titleKey: searchKey(title),
    words: { title: forms(title), all: forms(`${title}\n${body}`) },
  });
}

function forms(original: string) {
  const words = plainWords(original);
  return { original, plain: words.join(' '), singular: words.map(singular).join(' ') };
}

export async function removeEntry(tx: Db | Tx, kind: SearchKind, id: number): Promise<void> {
  await deleteEntry(tx, kind, id);
}

/** A subject was merged into another. */
export async function moveSubjectEntries(tx: Db | Tx, from: number, into: number): Promise<void> {
  await moveEntries(tx, from, into);
}

/** The subject of lessons changed otherwise. */
export async function lessonEntriesFollow(tx: Db | Tx, lessonIds: readonly number[]): Promise<void> {
  if (lessonIds.length > 0) await followLessons(tx, lessonIds);
}

/** A word has hundreds of near words, so only this number of words is expanded; the others are searched as typed. */
const NEAR_WORDS_MAX = 4;

/** Adds to each word its likely corrections: known words that are one typing error away. */
async function withNearWords(db: Db, words: readonly QueryWord[]): Promise<QueryWord[]> {
  const near = words.slice(0, NEAR_WORDS_MAX).map(({ plain }) => nearWords(plain));
  const known = await findKnownWords(db, [...new Set(near.flatMap((some) => [...some]))]);
  return words.map((word, place) => ({
    ...word,
    near: new Set([...(near[place] ?? [])].filter((one) => known.has(one))),
  }));
}

export async function searchEverything(
  deps: { db: Db },
  lagging: LaggingDb,
  query: string,
  limit: number,
  searcher: Searcher,
): Promise<SearchResult[]> {
  let words = queryWords(query);
  if (words.length === 0) return [];
  let found = await findEntries(lagging, words, limit, searcher);
  if (found.length === 0) {
    words = await withNearWords(lagging, words);
    if (words.some(({ near }) => near?.size)) found = await findEntries(lagging, words, limit, searcher);
  }
  const key = words.map((word) => word.plain).join(' ');
  if (found.length < Math.min(ENOUGH, limit) && key.length >= SHORTEST_GUESS) {
    const known = new Set(found.map((entry) => `${entry.kind}:${entry.id}`));
    const similar = await findSimilarEntries(lagging, key, limit, searcher);
    found.push(...similar.filter((entry) => !known.has(`${entry.kind}:${entry.id}`)));
  }
  const marker = highlighterOf(words);
  // Checked on the primary: entries withdrawn a moment ago are not shown, even if the replica still has them.
  const standing = await findVisible(deps.db, found, searcher);
  const shown = found.filter(({ kind, id }) => standing.has(`${kind}:${id}`));
  return shown.slice(0, limit).map(({ kind, id, title, body, context }) => ({
    kind,
    id,
    title: marker.marked(title),
    context,
    snippet: marker.snippet(body),
  }));
}
