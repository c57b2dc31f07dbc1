import { CARD_PICTURES_MAX, CARDS_MAX } from '#contract/study/card-limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { countCards, lockCardsOf } from './cards.store.ts';
import {
  countCardsOfImport,
  countCardsWithKeys,
  deleteUntouchedCards,
  type ImportedCard,
  insertImportedCards,
} from './imported-cards.store.ts';
import { countPictures } from './pictures.store.ts';

export type { ImportedCard } from './imported-cards.store.ts';

export const countKnownCards = countCardsWithKeys;
export const countImportedCards = countCardsOfImport;
export const removeUntouchedCards = deleteUntouchedCards;

/** How many more cards and pictures a student may have. */
export async function readFreeCards(db: Db | Tx, userId: string): Promise<number> {
  return Math.max(0, CARDS_MAX - (await countCards(db, { userId })));
}
export async function readFreePictures(db: Db | Tx, userId: string): Promise<number> {
  return Math.max(0, CARD_PICTURES_MAX - (await countPictures(db, userId)));
}

/** Adds as many of the cards as the student may still have, in their order. Those that exist are left alone. */
export async function addImportedCards(
  tx: Tx,
  batch: { userId: string; importId: number; cards: readonly ImportedCard[]; now: Date },
) {
  await lockCardsOf(tx, batch.userId);
  const free = await readFreeCards(tx, batch.userId);
  if (batch.cards.length <= free) return insertImportedCards(tx, batch);
  const added: { id: number; key: string }[] = [];
  // Known cards take no space, so the batch is offered in pieces until nothing is free.
  for (let at = 0; at < batch.cards.length && added.length < free; ) {
    const cards = batch.cards.slice(at, at + free - added.length);
    added.push(...(await insertImportedCards(tx, { ...batch, cards })));
    at += cards.length;
  }
  return added;
}
