import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { CARD_TOPICS_MAX, CARDS_MAX } from '#contract/study/card-limits.ts';
import { cardProblem } from '#contract/study/card-problem.ts';
import type { Card, changeCardState, createCard, listCards, updateCard } from '#contract/study/cards.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockExistingTopic, lockTopicTreeForShare } from '#server/features/content/topics/topics.service.ts';
import { readUnderWay, type UnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import { dayOf } from '#server/time/calendar.ts';
import { type CardMaker, readSource } from './card-sources.ts';
import * as store from './cards.store.ts';
import { inOpenAttempt } from './closed-cards.ts';
import { pictureAddress } from './pictures.service.ts';
import { lockOwnPicture } from './pictures.store.ts';

const missing = () => notFound('Cartão não encontrado.');

/** The student's words may hold the key. */
const closed = { front: '', back: '', hint: '', sourceLabel: '', tags: [], picture: null, isClosed: true };

function presentCard(row: store.CardRow, underWay: UnderWay): Card {
  const isOfQuestion = row.sourceKind === 'question' || row.sourceKind === 'comment';
  const isClosed = isOfQuestion && row.sourceId !== null && underWay.has(row.sourceId);
  return { ...presentOpen(row), ...(isClosed ? closed : {}) };
}

function presentOpen(row: store.CardRow): Card {
  const { pictureId, pictureWidth, pictureHeight, sourceKind, sourceId, article, device, ...rest } = row;
  const { currentVersion, sourceVersion, ...card } = rest;
  const isThere = sourceKind !== null && sourceId !== null && currentVersion !== null;
  return {
    ...card,
    kind: card.kind as Card['kind'],
    pictureSide: card.pictureSide as Card['pictureSide'],
    isClosed: false,
    createdAt: card.createdAt.toISOString(),
    updatedAt: card.updatedAt.toISOString(),
    picture:
      pictureId === null
        ? null
        : { id: pictureId, url: pictureAddress(pictureId), width: pictureWidth ?? 0, height: pictureHeight ?? 0 },
    source: isThere
      ? {
          kind: sourceKind as NonNullable<Card['source']>['kind'],
          id: sourceId,
          article,
          device,
          isChanged: currentVersion !== sourceVersion,
        }
      : null,
  };
}

export async function pageCards(deps: Deps, userId: string, query: QueryOf<typeof listCards>) {
  const { topicId, deck, search } = query;
  const now = deps.clock.now();
  const underWay = await readUnderWay(deps.db, userId, now);
  const open = { underWay: [...underWay.keys()] };
  const filter = { userId, topicId, deck, search, isSuspended: query.suspended === 'true', ...open };
  return readPage(byCreation.from(query), {
    rows: (part) => store.pageCardRows(deps.db, filter, { ...part, day: dayOf(now) }),
    total: store.countCards(deps.db, filter),
    present: (row) => presentCard(row, underWay),
  });
}

export async function readCardTopics(deps: Deps, userId: string) {
  const topics = await store.listTopicCounts(deps.db, userId, CARD_TOPICS_MAX);
  const sum = (of: 'cards' | 'suspended') => topics.reduce((total, topic) => total + topic[of], 0);
  return { topics, cards: sum('cards'), suspended: sum('suspended') };
}

export async function readCard(deps: Deps, userId: string, id: number, tx?: Tx): Promise<Card> {
  const now = deps.clock.now();
  const row = await requireFound(store.findCard(tx ?? deps.db, userId, id, dayOf(now)), missing);
  return presentCard(row, await readUnderWay(tx ?? deps.db, userId, now));
}

/** Cards by id, for the review of a day. Cards of other people are left out. */
export async function readCards(
  db: Db,
  userId: string,
  ids: readonly number[],
  { underWay, day }: { underWay: UnderWay; day: string },
) {
  const rows = await store.listCardRows(db, userId, ids, day);
  return new Map(rows.map((row) => [row.id, presentCard(row, underWay)]));
}

type Fields = Omit<BodyOf<typeof updateCard>, 'revision'>;

/** Checks the texts and locks what the card names, so that neither topic nor picture is gone when it is stored. */
async function readFields(tx: Tx, userId: string, body: Fields): Promise<store.CardFields> {
  const problem = cardProblem(body);
  if (problem) throw new AppError('bad_request', problem.words, { fields: { [problem.field]: problem.words } });
  if (body.topicId !== null) await lockExistingTopic(tx, body.topicId);
  if (body.pictureId !== null && !(await lockOwnPicture(tx, userId, body.pictureId))) {
    throw notFound('Imagem não encontrada.');
  }
  return { ...body, tags: [...new Set(body.tags)] };
}

async function refuseUnderWay(deps: Deps, tx: Tx, userId: string, questionId: number | null): Promise<void> {
  if (questionId === null) return;
  if ((await readUnderWay(tx, userId, deps.clock.now())).has(questionId)) throw inOpenAttempt();
}

export async function makeCard(deps: Deps, user: CardMaker, body: BodyOf<typeof createCard>) {
  const userId = user.id;
  return transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    await store.lockCardsOf(tx, userId);
    const made = await store.findCardByKey(tx, userId, body.creationKey);
    if (made) return { made: await readCard(deps, userId, made.id, tx), isNew: false };
    if ((await store.countCards(tx, { userId })) >= CARDS_MAX) {
      throw new AppError('conflict', `Você chegou a ${CARDS_MAX} cartões. Exclua alguns antes de fazer outros.`);
    }
    const { source, creationKey, ...rest } = body;
    const from = source ? await readSource(tx, user, source, deps.clock.now()) : null;
    if (from) await refuseUnderWay(deps, tx, userId, from.questionId);
    // Without a topic or heading of the student the card gets the topic of its source.
    const topicId = rest.topicId ?? (rest.deck === '' ? (from?.topicId ?? null) : null);
    const fields = await readFields(tx, userId, { ...rest, topicId });
    const now = deps.clock.now();
    const id = await store.insertCard(tx, { userId, creationKey, fields, source: from, now });
    return { made: await readCard(deps, userId, id, tx), isNew: true };
  });
}

/** The same change sent again is saved already; over a newer card it is refused. */
export async function changeCard(deps: Deps, userId: string, id: number, body: BodyOf<typeof updateCard>) {
  return transact(deps, async (tx) => {
    await lockTopicTreeForShare(tx);
    const current = await requireFound(store.lockCard(tx, userId, id), missing);
    await refuseUnderWay(deps, tx, userId, current.questionId);
    const { revision, ...rest } = body;
    const fields = await readFields(tx, userId, rest);
    if (current.revision !== revision) {
      const saved = await readCard(deps, userId, id, tx);
      if (current.revision === revision + 1 && isSame(saved, fields)) return saved;
      throw new AppError('version_conflict', 'Este cartão foi alterado em outra janela. Recarregue antes de salvar.');
    }
    await store.saveCard(tx, id, revision, fields, deps.clock.now());
    return readCard(deps, userId, id, tx);
  });
}

const isSame = (card: Card, fields: store.CardFields): boolean =>
  (['kind', 'front', 'back', 'hint', 'gap', 'pictureSide', 'topicId', 'deck', 'sourceLabel'] as const).every(
    (name) => card[name] === fields[name],
  ) &&
  (card.picture?.id ?? null) === fields.pictureId &&
  card.tags.join('\n') === fields.tags.join('\n');

export async function changeState(deps: Deps, userId: string, id: number, body: BodyOf<typeof changeCardState>) {
  return transact(deps, async (tx) => {
    if (!(await store.lockCard(tx, userId, id))) throw missing();
    if (body.isSuspended !== undefined) await store.setSuspended(tx, id, body.isSuspended, deps.clock.now());
    if (body.isSourceChecked) await store.acceptSource(tx, id, dayOf(deps.clock.now()));
    return readCard(deps, userId, id, tx);
  });
}

export async function removeCard(deps: Deps, userId: string, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    if (!(await store.deleteCardRow(tx, userId, id))) throw missing();
  });
}

/** For a merge of topics. */
export const cardsFollowTopic = (tx: Tx, from: number, into: number): Promise<void> =>
  store.moveCardsToTopic(tx, from, into);
