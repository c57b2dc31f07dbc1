import type { reportReading } from '#contract/content/reading.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordCompletionIfFinished } from '#server/features/content/courses/completions.service.ts';
import { recordReading } from '#server/features/content/study-time/study-time.service.ts';
import { notFound } from '#server/http/errors.ts';
import { afterReport } from './reading.policy.ts';
import { findTitle, findWordCount, listProgress, lockReadingState, saveReadingState } from './reading.store.ts';

export const progressOf = (deps: Deps, userId: string) => listProgress(deps.db, userId);

/** The lesson must exist. */
export const lessonTitle = (tx: Tx, lessonId: number) => findTitle(tx, lessonId);

export async function saveReading(deps: Deps, userId: string, lessonId: number, report: BodyOf<typeof reportReading>) {
  return transact(deps, async (tx) => {
    const wordCount = await wordsOf(tx, lessonId);
    const now = deps.clock.now();
    const { isNew, ...standing } = await lockReadingState(tx, userId, lessonId, now);
    const next = afterReport(isNew ? null : standing, report, wordCount, now);
    const saved = await saveReadingState(tx, userId, lessonId, { ...next, position: report.position });
    await recordReading(tx, userId, report.activeSeconds, now);
    if (next.completedAt && !standing.completedAt) await recordCompletionIfFinished(deps, tx, { userId, lessonId });
    return saved;
  });
}

/** The reader's own word: a tick stays a tick, and a tick taken back is not set again by reading on. */
export async function tickLesson(deps: Deps, userId: string, lessonId: number, completed: boolean) {
  return transact(deps, async (tx) => {
    await wordsOf(tx, lessonId);
    const now = deps.clock.now();
    const standing = await lockReadingState(tx, userId, lessonId, now);
    const completedAt = completed ? (standing.completedAt ?? now) : null;
    const saved = await saveReadingState(tx, userId, lessonId, { completedAt, reopened: !completed });
    if (completed) await recordCompletionIfFinished(deps, tx, { userId, lessonId });
    return saved;
  });
}

async function wordsOf(tx: Tx, lessonId: number): Promise<number> {
  const wordCount = await findWordCount(tx, lessonId);
  if (wordCount === undefined) throw notFound('Aula não encontrada.');
  return wordCount;
}
