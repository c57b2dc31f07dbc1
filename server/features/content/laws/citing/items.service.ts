import { transact } from '#server/db/transact.ts';
import { isForeignKeyViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { runEach } from '#server/jobs/each.ts';
import * as store from './items.store.ts';
import { type Names, readNames, searchText } from './search-text.ts';

const JOB = 'find-citations/items';
/** Per kind and run. */
const ROUND = 500;

/** Finds the citations of one text and stores them. Idempotent; a text that is deleted meanwhile has none. */
async function searchItem(deps: Deps, kind: store.ItemKind, id: number, { aliases, key }: Names): Promise<void> {
  const item = await store.findItemText(deps.db, kind, id);
  if (!item) return;
  const citations = await searchText({ format: item.format, text: item.text, aliases, key }, JOB);
  const write = transact(deps, (tx) => store.replaceItemCitations(tx, { kind, id, ...item }, key, citations));
  await write.catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error;
  });
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
