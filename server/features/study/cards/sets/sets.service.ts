import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import { CARD_SETS_OF_COURSE_MAX, CARD_SETS_SHOWN, CARDS_MAX } from '#contract/study/card-limits.ts';
import { cardProblem } from '#contract/study/card-problem.ts';
import type { CardSet, createCardSet, updateCardSet } from '#contract/study/card-sets.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { countCards, lockCardsOf } from '../cards.store.ts';
import { copyPicturesOf, lockUploads, setPictureAddress } from './set-pictures.service.ts';
import * as store from './sets.store.ts';

const missing = () => notFound('Conjunto de cartões não encontrado.');

export const listAuthored = (deps: Deps, user: SessionUser) =>
  store.listAuthoredSets(deps.db, store.authorOf(user), CARD_SETS_SHOWN);

export const listOffered = (deps: Deps, user: SessionUser) =>
  store.listOfferedSets(deps.db, user.id, boughtCourses(user, deps.clock.now()), CARD_SETS_SHOWN);

type SavedCard = CardSet['cards'][number];

export async function readSet(db: Db | Tx, user: SessionUser, id: number): Promise<CardSet> {
  const found = await requireFound(store.findSet(db, store.authorOf(user), id), missing);
  const cards = await store.listSetCards(db, id);
  return {
    ...found,
    updatedAt: found.updatedAt.toISOString(),
    cards: cards.map(({ sha256, width, height, ...card }) => ({
      ...card,
      kind: card.kind as SavedCard['kind'],
      pictureSide: card.pictureSide as SavedCard['pictureSide'],
      picture: sha256 && { url: setPictureAddress(id, sha256), width: width ?? 0, height: height ?? 0 },
    })),
  };
}

function refuseUnusable(cards: BodyOf<typeof createCardSet>['cards']): void {
  for (const [at, card] of cards.entries()) {
    const problem = cardProblem(card);
    if (!problem) continue;
    const words = `Cartão ${at + 1}: ${problem.words}`;
    throw new AppError('bad_request', words, { fields: { [`cards.${at}.${problem.field}`]: problem.words } });
  }
}

export async function makeSet(deps: Deps, user: SessionUser, body: BodyOf<typeof createCardSet>) {
  refuseUnusable(body.cards);
  return transact(deps, async (tx) => {
    if (!(await store.lockOwnCourse(tx, store.authorOf(user), body.courseId))) throw notFound('Curso não encontrado.');
    const made = await store.findSetByKey(tx, body.creationKey);
    if (made) return { made: await readSet(tx, user, made.id), isNew: false };
    if ((await store.countSets(tx, body.courseId)) >= CARD_SETS_OF_COURSE_MAX) {
      throw new AppError('conflict', `Cada curso leva até ${CARD_SETS_OF_COURSE_MAX} conjuntos de cartões.`);
    }
    const { courseId, title, creationKey } = body;
    await lockUploads(tx, user.id, body.cards);
    const id = await store.insertSet(tx, { courseId, title, authorId: user.id, creationKey, now: deps.clock.now() });
    await store.replaceSetCards(tx, user.id, id, body.cards);
    return { made: await readSet(tx, user, id), isNew: true };
  });
}

/** The same change sent again is saved already; over a newer set it is refused. */
export async function changeSet(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof updateCardSet>) {
  refuseUnusable(body.cards);
  return transact(deps, async (tx) => {
    const current = await requireFound(store.findSet(tx, store.authorOf(user), id, true), missing);
    const uploads = await lockUploads(tx, user.id, body.cards);
    if (current.revision !== body.revision) {
      const saved = await readSet(tx, user, id);
      if (current.revision === body.revision + 1 && isSame(saved, body, uploads)) return saved;
      throw new AppError('version_conflict', 'Este conjunto foi alterado em outra janela. Recarregue antes de salvar.');
    }
    await store.saveSet(tx, id, body.title, deps.clock.now());
    await store.replaceSetCards(tx, user.id, id, body.cards);
    return readSet(tx, user, id);
  });
}

const textsOf = ({ title, cards }: Pick<BodyOf<typeof updateCardSet>, 'title' | 'cards'>) =>
  JSON.stringify([title, cards.map(({ kind, front, back, hint }) => [kind, front, back, hint])]);

/** Whether the saved card shows what the sent one asks for. What is left out of it stays as it was. */
function hasSamePicture(saved: SavedCard | undefined, sent: SentCard, uploads: Uploads): boolean {
  const { pictureId, pictureSide } = sent;
  if (pictureSide !== undefined && saved?.pictureSide !== pictureSide) return false;
  if (pictureId === undefined) return true;
  const url = saved?.picture?.url;
  return pictureId === null ? url === undefined : url?.endsWith(`/${uploads.get(pictureId)}`) === true;
}

type SentCard = BodyOf<typeof updateCardSet>['cards'][number];
type Uploads = Awaited<ReturnType<typeof lockUploads>>;

const isSame = (saved: CardSet, body: BodyOf<typeof updateCardSet>, uploads: Uploads): boolean =>
  textsOf(saved) === textsOf(body) && body.cards.every((card, at) => hasSamePicture(saved.cards[at], card, uploads));

export async function removeSet(deps: Deps, user: SessionUser, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    if (!(await store.findSet(tx, store.authorOf(user), id, true))) throw missing();
    await store.deleteSet(tx, id);
  });
}

/** Adds copies of the cards that the student does not have. A repeated call adds nothing. */
export async function copySet(deps: Deps, user: SessionUser, id: number) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const set = await requireFound(store.findOfferedSet(tx, id, boughtCourses(user, now)), missing);
    await lockCardsOf(tx, user.id);
    const uncopied = await store.lockUncopied(tx, user.id, id);
    if ((await countCards(tx, { userId: user.id })) + uncopied.length > CARDS_MAX) {
      throw new AppError('conflict', `Você chegou a ${CARDS_MAX} cartões. Exclua alguns antes de copiar outros.`);
    }
    if (uncopied.length === 0) return { added: 0 };
    const ids = uncopied.map((card) => card.id);
    const pictureOf = await copyPicturesOf(tx, user.id, ids, now);
    const copies = uncopied.map((card) => ({ ...card, key: randomUUID(), pictureId: pictureOf(card.pictureSha256) }));
    await store.insertCopies(tx, user.id, set.title, copies, now);
    return { added: copies.length };
  });
}
