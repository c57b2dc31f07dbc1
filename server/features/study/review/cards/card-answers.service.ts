import type { BodyOf } from '#contract/endpoint.ts';
import type { answerCard } from '#contract/study/review-cards.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/http/errors.ts';
import { dayOf } from '#server/time/calendar.ts';
import { modelOf } from '../memory-replay.ts';
import { lockWeightsForShare } from '../student-memories.store.ts';
import * as store from './card-answers.store.ts';
import { replayCard } from './card-replay.ts';

const CARDS_AT_ONCE = 2000;
const missing = () => notFound('Cartão não encontrado.');

/** Recomputes these cards from their log, with the weights that the student has now. */
async function replayCards(tx: Tx, userId: string, cardIds: readonly number[]): Promise<void> {
  const model = modelOf(await lockWeightsForShare(tx, userId));
  const seeds = new Map((await store.listSeeds(tx, cardIds)).map((seed) => [seed.cardId, seed]));
  const log = Map.groupBy(await store.listCardLog(tx, cardIds), ({ cardId }) => cardId);
  const states = cardIds.map((cardId) => ({
    cardId,
    state: replayCard(log.get(cardId) ?? [], seeds.get(cardId) ?? null, model),
  }));
  await store.saveCardStates(
    tx,
    userId,
    states.flatMap(({ cardId, state }) => (state ? [{ ...state, cardId }] : [])),
  );
  await store.deleteCardStates(
    tx,
    states.flatMap(({ cardId, state }) => (state ? [] : [cardId])),
  );
}

/** Gives cards that came with a memory their first state. */
export const startFromSeeds = (tx: Tx, userId: string, cardIds: readonly number[]): Promise<void> =>
  replayCards(tx, userId, cardIds);

/** Recomputes every card of a student, after the weights have changed. */
export async function replayAllCards(tx: Tx, userId: string): Promise<void> {
  let after = 0;
  for (;;) {
    const cardIds = await store.listStateCards(tx, userId, after, CARDS_AT_ONCE);
    if (cardIds.length > 0) await replayCards(tx, userId, cardIds);
    const last = cardIds.at(-1);
    if (last === undefined || cardIds.length < CARDS_AT_ONCE) return;
    after = last;
  }
}

/** The first answer under a key counts, also if it was undone. `givenAt` dates an answer given offline. */
export async function answer(deps: Deps, userId: string, body: BodyOf<typeof answerCard>, givenAt?: Date) {
  const now = givenAt ?? deps.clock.now();
  return transact(deps, async (tx) => {
    const { cardId, key, grade } = body;
    if (!(await store.lockCard(tx, userId, cardId))) throw missing();
    const isNew = await store.insertCardAnswer(tx, { userId, cardId, key, grade, day: dayOf(now), now });
    if (isNew) await replayCards(tx, userId, [cardId]);
  });
}

/** Takes an answer back. Repeated calls have no further effect. */
export async function undo(deps: Deps, userId: string, key: string) {
  return transact(deps, async (tx) => {
    const found = await store.findAnswerCard(tx, userId, key);
    if (!found || !(await store.lockCard(tx, userId, found.cardId))) throw notFound('Resposta não encontrada.');
    await store.undoCardAnswer(tx, userId, key, deps.clock.now());
    await replayCards(tx, userId, [found.cardId]);
  });
}
