import { getLaw, getLawText, type LawArticle, listLawArticles, listLaws } from '#contract/content/laws.ts';
import { getMyAccess } from '#contract/money/access.ts';
import { DAY_MS } from '#contract/time.ts';
import { call, callPage, closedBy } from '#web/lib/api.ts';
import { removeSaved } from './saved.ts';
import { listSavedLaws, type SavedLaw } from './saved-laws.ts';
import { writeSaved } from './store-saved.ts';

/** Without an edital a law is shown as of today: its texts are fetched again after this time, whatever changed. */
const OLD_MS = 7 * DAY_MS;

/** Stores the outline, every article and the text for the search, as of the day of the reader's edital. */
export async function saveLaw(userId: string, id: number, now = new Date()): Promise<void> {
  const [law, text, { endsOn }] = await Promise.all([
    call(getLaw, { params: { id }, query: {} }),
    call(getLawText, { params: { id }, query: {} }),
    call(getMyAccess),
  ]);
  const articles: LawArticle[] = [];
  let cursor: string | undefined;
  do {
    const page = await callPage(listLawArticles, { params: { id }, query: { cursor } });
    articles.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  const saved: SavedLaw = { id, law, articles, text, savedAt: now.toISOString(), endsOn };
  await writeSaved(userId, `law/${id}`, saved);
}

/** Removes laws that the school has deleted, and all of them once the access has ended. */
export async function checkLaws(userId: string): Promise<void> {
  const saved = await listSavedLaws(userId);
  if (saved.length === 0) return;
  const known = new Set(await openLaws());
  for (const { id } of saved) if (!known.has(id)) await removeSaved(userId, `law/${id}`);
}

async function openLaws(): Promise<number[]> {
  try {
    return (await call(listLaws)).map(({ id }) => id);
  } catch (error) {
    if (closedBy(error)) return [];
    throw error;
  }
}

/** Fetches laws again that changed, or that another edital shows as of another day. */
export async function renewLaws(userId: string, now = new Date()): Promise<void> {
  for (const { id, law, savedAt } of await listSavedLaws(userId)) {
    const current = await call(getLaw, { params: { id }, query: {} });
    const isSame =
      current.updatedAt === law.updatedAt &&
      current.asOf.edital?.day === law.asOf.edital?.day &&
      now.getTime() - Date.parse(savedAt) < OLD_MS;
    if (!isSame) await saveLaw(userId, id, now);
  }
}
