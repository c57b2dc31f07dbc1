import { KEY_COOLDOWN_MS, OFFLINE_LEASE_DAYS } from '#contract/limits.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { listStillEarning, stillEarns } from '#server/features/content/courses/completions.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { countSeenKeys, deleteKeyOpenings, listAskedByQuizzes, upsertKeyOpenings } from './key-openings.store.ts';

/**
 * An attempt lasts a day at most, and the day before it counts. Images in comments stay readable for as long as a pack
 * for offline study may be used. After this nothing asks for an opening.
 */
const REMEMBERED_MS = Math.max(3 * KEY_COOLDOWN_MS, (OFFLINE_LEASE_DAYS + 1) * DAY_MS);

/**
 * Remembers that the keys of these questions are shown, before they are. Whatever attempt is going on or begins next
 * finds it when it closes, in whichever order the answers of the server arrive. Authors' attempts earn nothing.
 */
export async function recordKeysShown(
  db: Db | Tx,
  user: SessionUser,
  questionIds: readonly number[],
  now: Date,
): Promise<void> {
  if (user.role === 'student' && questionIds.length > 0) await upsertKeyOpenings(db, user.id, questionIds, now);
}

/** From when on a pass counts again, once a key was opened. */
const countsFrom = (openedAt: Date) => new Date(openedAt.getTime() + KEY_COOLDOWN_MS);

/** A price that is shown before: the next full minute, so that a document stays the same within a minute. */
const priceAt = (now: Date) => countsFrom(new Date(Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS));

/** Whether opening the key of this quiz puts something off that the student could still earn by passing it. */
const keyMatters = async (db: Db, user: SessionUser, quizId: number): Promise<boolean> =>
  user.role === 'student' && stillEarns(db, user.id, quizId);

/**
 * What showing the key of a question now would cost: the moment from which a pass counts again, or null where the key
 * delays no certificate.
 */
export async function readKeyPrices(db: Db | Tx, user: SessionUser, questionIds: readonly number[], now: Date) {
  const quizIds = user.role === 'student' && questionIds.length > 0 ? await listStillEarning(db, user.id) : [];
  const counting = new Set(quizIds.length > 0 ? await listAskedByQuizzes(db, user.id, quizIds, questionIds) : []);
  return (questionId: number): Date | null => (counting.has(questionId) ? priceAt(now) : null);
}

/** The same for all keys of a quiz. */
export const readQuizKeyPrice = async (db: Db, user: SessionUser, quizId: number, now: Date): Promise<Date | null> =>
  (await keyMatters(db, user, quizId)) ? priceAt(now) : null;

/** What the quiz page says about the key before an attempt begins; null where it makes no difference. */
export async function readKeyRule(deps: Deps, user: SessionUser, quiz: { id: number; versionId: number }) {
  if (!(await keyMatters(deps.db, user, quiz.id))) return null;
  const since = new Date(deps.clock.now().getTime() - KEY_COOLDOWN_MS);
  const { seen, lastAt } = await countSeenKeys(deps.db, user.id, quiz.versionId, since);
  return { seen, countsFrom: lastAt === null ? null : countsFrom(lastAt) };
}

export function defineKeyWork(deps: Deps): void {
  deps.jobs.define({
    name: 'forget-key-openings',
    every: '50 3 * * *',
    run: () => deleteKeyOpenings(deps.db, new Date(deps.clock.now().getTime() - REMEMBERED_MS)),
  });
}
