import type * as contract from '#contract/content/law-citations.ts';
import { LAW_ARTICLES_OF_QUESTION_MAX, LAW_CITATIONS_MAX } from '#contract/content/law-limits.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { findDeviceOfLaw } from './citations.store.ts';
import * as store from './item-links.store.ts';
import { searchItem, searchUnreadAmong } from './items.service.ts';
import type { ItemKind } from './items.store.ts';
import { readNames } from './search-text.ts';

export { listTakenArticles } from './item-links.store.ts';
export type { ItemKind } from './items.store.ts';

const unknownDevice = () => notFound('Este dispositivo não está nas leis da escola.');

/**
 * The quotes of some texts of a kind that lead to a law of the school. Texts that were not searched yet are searched
 * now, a bounded number. Who may see the texts is decided by the caller. `refused`: with those that were refused, for
 * authors.
 */
export async function readItemLinks(
  deps: Deps,
  kind: ItemKind,
  ids: readonly number[],
  { refused = false }: { refused?: boolean } = {},
) {
  if (ids.length === 0) return [];
  await searchUnreadAmong(deps, kind, ids);
  const links = await store.listItemLinks(deps.db, kind, ids, LAW_CITATIONS_MAX);
  return links.flatMap(({ lawName, ...link }) =>
    (link.isRefused && refused) || (link.lawId !== null && lawName !== null)
      ? [{ ...link, lawName: lawName ?? '' }]
      : [],
  );
}

/** The row on which decisions hang; a text without one is searched first. */
async function requireItem(deps: Deps, kind: ItemKind, id: number): Promise<number> {
  const known = await store.findItemId(deps.db, kind, id);
  if (known !== undefined) return known;
  await searchItem(deps, kind, id, await readNames(deps.db));
  const made = await store.findItemId(deps.db, kind, id);
  if (made === undefined) throw notFound('Texto não encontrado.');
  return made;
}

/** Refuses or corrects a quote of a text, or takes the decision back. Who may is decided by the caller. */
export async function decideAboutItem(
  deps: Deps,
  user: { id: string },
  text: { kind: ItemKind; id: number },
  { decision, quote, device }: BodyOf<typeof contract.decideLawCitation>,
): Promise<void> {
  const itemId = await requireItem(deps, text.kind, text.id);
  await transact(deps, async (tx) => {
    if (decision === 'recognised') return store.deleteItemChoice(tx, itemId, quote);
    if (decision === 'corrected' && device === null) {
      throw wrongField('device', 'Diga para qual dispositivo a citação leva.');
    }
    const found = decision === 'corrected' && device ? await findDeviceOfLaw(tx, device.lawId, device.lexId) : null;
    if (found === undefined) throw unknownDevice();
    const now = deps.clock.now();
    const target = { normKey: found?.normKey ?? null, lexId: found?.lexId ?? '' };
    await store.saveItemChoice(tx, { itemId, quote, ...target, by: user.id, now });
  });
}

type Article = { lawId: number; lexId: string };

/** Attaches an article to a question, or takes it away. Again is the same. */
export async function setArticleOfQuestion(
  deps: Deps,
  user: { id: string },
  questionId: number,
  { lawId, lexId, isTaken }: Article & { isTaken: boolean },
): Promise<void> {
  const itemId = await requireItem(deps, 'question', questionId);
  await transact(deps, async (tx) => {
    const device = await requireFound(findDeviceOfLaw(tx, lawId, lexId), unknownDevice);
    const taken = { itemId, ...device };
    if (!isTaken) return store.deleteItemArticle(tx, taken);
    await store.lockItem(tx, itemId);
    const isNew = await store.insertItemArticle(tx, { ...taken, by: user.id, now: deps.clock.now() });
    if (isNew && (await store.countItemArticles(tx, itemId)) > LAW_ARTICLES_OF_QUESTION_MAX) {
      throw new AppError('conflict', `Uma questão leva até ${LAW_ARTICLES_OF_QUESTION_MAX} artigos.`);
    }
  });
}
