import type { Db, Tx } from '#server/db/handle.ts';
import type { Pausing } from '#server/db/unpaused.ts';
import { inTurns } from '#server/work/next-turn.ts';
import { bandsOf } from './bands.ts';
import { listCurrentVersions } from './bank-questions.store.ts';
import { alikeBy, allShingles, type Comparable, type Shingled, shinglesOf } from './likeness.ts';
import {
  compareAgain,
  listSharingBands,
  listUncompared,
  lockFreeForShare,
  markCompared,
  takeUncompared,
} from './near.store.ts';
import { findQuestionContents } from './question-contents.store.ts';

export type NearQuestion = { questionId: number; likeness: number };

/** How many of the questions that share bands with one are compared word by word. */
export const CANDIDATES = 20;

type Compared = { questionId?: number; shingled: Shingled; bands: readonly number[] };

const described = ({ questionId, ...content }: Comparable & { questionId?: number }): Compared => {
  const shingled = shinglesOf(content);
  return { ...(questionId === undefined ? {} : { questionId }), shingled, bands: bandsOf(allShingles(shingled)) };
};

/** For each content, in order: its near-duplicates in the bank, most alike first. */
export async function findNear(db: Db | Tx, contents: readonly Comparable[]): Promise<NearQuestion[][]> {
  return nearOf(db, await inTurns(contents, described));
}

async function nearOf(db: Db | Tx, compared: readonly Compared[]): Promise<NearQuestion[][]> {
  const near = await listSharingBands(
    db,
    compared.map(({ bands }) => bands),
    CANDIDATES + 1,
  );
  const current = await listCurrentVersions(db, [...new Set(near.map(({ questionId }) => questionId))]);
  const contents = await findQuestionContents(
    db,
    current.flatMap(({ currentVersionId }) => currentVersionId ?? []),
  );
  const shingles = new Map(
    await inTurns(contents, ({ questionId, statement, ...content }) => [
      questionId,
      shinglesOf({ ...content, questionText: statement }),
    ]),
  );
  const byPlace = Map.groupBy(near, ({ place }) => place);
  return inTurns(compared, ({ questionId: own, shingled }, place) =>
    (byPlace.get(place) ?? [])
      .flatMap(({ questionId }) => {
        const other = questionId === own ? undefined : shingles.get(questionId);
        const likeness = other ? alikeBy(shingled, other) : null;
        return likeness === null ? [] : { questionId, likeness };
      })
      .toSorted((a, b) => b.likeness - a.likeness),
  );
}

export type Found = { questionId: number; near: NearQuestion[] };

/** Questions that were not compared yet. */
export const listToCompare = (db: Db, page: { pausing: Pausing; limit: number }): Promise<number[]> =>
  listUncompared(db, page);

/** Compares with the bank those of the questions that were not compared yet. */
export async function compareSome(tx: Tx, ids: readonly number[]): Promise<Found[]> {
  const taken = await takeUncompared(tx, ids);
  const contents = await findQuestionContents(
    tx,
    taken.map(({ versionId }) => versionId),
  );
  const compared = await inTurns(contents, ({ questionId, format, statement, options }) => ({
    ...described({ format, questionText: statement, options }),
    questionId,
  }));
  // Before the search, so that questions of the same batch find each other.
  await markCompared(
    tx,
    compared.map(({ questionId, bands }) => ({ id: questionId, bands })),
  );
  const near = await nearOf(tx, compared);
  const free = await lockFreeForShare(
    tx,
    near.flat().map(({ questionId }) => questionId),
  );
  // A question that resembles one locked by a concurrent save is compared again later.
  const found = compared.map(({ questionId }, place) => ({ questionId, near: near[place] ?? [] }));
  const [settled, open] = [[] as Found[], [] as number[]];
  for (const one of found) {
    if (one.near.every(({ questionId }) => free.has(questionId))) settled.push(one);
    else open.push(one.questionId);
  }
  await compareAgain(tx, open);
  return settled;
}
