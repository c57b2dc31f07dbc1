import { SHARES_FROM } from '#contract/limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import * as store from './answer-shares.store.ts';
import type { readContents } from './questions.service.ts';

export type Content = Awaited<ReturnType<typeof readContents>>[number];

export type Shares = { id: number; percent: number }[] | null;

/**
 * Shares in rounded percents. Null below `SHARES_FROM` answers, to protect the privacy of the students who answered.
 */
export async function sharesOf(db: Db | Tx, contents: readonly Content[]): Promise<(content: Content) => Shares> {
  const rows = await store.countChoices(
    db,
    contents.map(({ id }) => id),
  );
  const byVersion = Map.groupBy(rows, ({ versionId }) => versionId);
  return ({ id, options }) => {
    const chosen = new Map(byVersion.get(id)?.map(({ optionId, count }) => [optionId, count]));
    const total = [...chosen.values()].reduce((sum, count) => sum + count, 0);
    if (total < SHARES_FROM) return null;
    return options.map((option) => ({
      id: option.id,
      percent: Math.round((100 * (chosen.get(option.id) ?? 0)) / total),
    }));
  };
}

/** For authors: how often each option of a question's current version was a student's first answer. */
export async function countFirstAnswers(db: Db, questionId: number): Promise<[optionId: number, count: number][]> {
  const rows = await store.countChoices(db, await store.listCurrentVersionIds(db, questionId));
  return rows.map(({ optionId, count }) => [optionId, count]);
}
