import { transact } from '#server/db/transact.ts';
import { isForeignKeyViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { runEach } from '#server/jobs/each.ts';
import * as store from './items.store.ts';
import { type Names, readNames, searchText } from './search-text.ts';

const JOB = 'find-citations/items';
/** Per kind and run. */
const ROUND = 500;
/** Per request. */
const SEARCHED_AT_ONCE = 50;

/** Finds the citations of one text and stores them. Idempotent; a text that is deleted meanwhile has none. */
export async function searchItem(deps: Deps, kind: store.ItemKind, id: number, { aliases, key }: Names): Promise<void> {
  const item = await store.findItemText(deps.db, kind, id);
  if (!item) return;
  const { format, text, keyText } = item;
  const citations = await searchText({ format, text, keyText, aliases, key }, JOB);
  const write = transact(deps, (tx) => store.replaceItemCitations(tx, { kind, id, ...item }, key, citations));
  await write.catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error;
  });
}

/**
 * Searches those of these texts that were never searched in their version. What is more than a page shows is left to
 * the job, and so are texts that were searched with other names of laws: their stored links are shown until then.
 */
export async function searchUnreadAmong(deps: Deps, kind: store.ItemKind, ids: readonly number[]): Promise<void> {
  const unread = await store.listNewItems(deps.db, {
    kind,
    pausing: { work: `${JOB}/${kind}`, now: deps.clock.now() },
    ids,
    limit: SEARCHED_AT_ONCE,
  });
  if (unread.length === 0) return;
  const names = await readNames(deps.db);
  for (const id of unread) await searchItem(deps, kind, id, names);
}

/** Questions, comments, base texts, cards and notes whose citations are missing or old, a bounded number per run. */
export async function searchUnreadItems(deps: Deps): Promise<{ searched: number }> {
  const names = await readNames(deps.db);
  let searched = 0;
  for (const kind of store.itemKinds) {
    const { done } = await runEach(deps, {
      work: `${JOB}/${kind}`,
      limit: ROUND,
      list: (pausing, limit) => store.listUnreadItems(deps.db, { kind, pausing, namesKey: names.key, limit }),
      idOf: (id) => id,
      run: (id) => searchItem(deps, kind, id, names),
    });
    searched += done;
  }
  return { searched };
}
