import { plainRules } from '#contract/exams/exam-rules.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { runEach } from '#server/jobs/each.ts';
import { judge } from '../grading/exam-rules.ts';
import { listRules, listTallies } from '../grading/tallies.store.ts';
import { aliasesOf } from './aliases.ts';
import {
  countCharts,
  countEntries,
  countPeople,
  dropOtherSubjects,
  finishRanking,
  followLeavers,
  listRankedAttempts,
  listRankedSubjects,
  listStale,
  lockRanking,
  type NewEntry,
  openCounting,
  putInOrder,
  WHOLE_EXAM,
  writeCounted,
} from './ranking.store.ts';
import { sortKeyOf } from './sort-key.ts';

/** Attempts whose answers are counted at once. */
const CHUNK = 250;
const STALE_AT_ONCE = 20;

/** Computes the ranking of a quiz if it is missing or stale, or if students left or returned. Idempotent. */
export async function rankQuiz(deps: Deps, quizId: number): Promise<void> {
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    const { stale } = await lockRanking(tx, quizId, now);
    const hasMoved = await followLeavers(tx, quizId);
    if (stale === null && !hasMoved) return;
    const line = stale === 'points' ? await countPoints(deps, tx, quizId) : undefined;
    // A subject at a time: a statement has ten seconds.
    if (!line) for (const subjectId of await listRankedSubjects(tx, quizId)) await putInOrder(tx, quizId, subjectId);
    const charts = await countCharts(tx, quizId);
    await finishRanking(tx, quizId, { ...(await countPeople(tx, quizId)), charts, ...(line ? { line } : {}) });
  });
}

type Ranked = Awaited<ReturnType<typeof listRankedAttempts>>[number];

/** The points of everybody by the rules of the version they took, by total and by subject. */
async function countPoints(deps: Deps, tx: Tx, quizId: number) {
  const ranked = await listRankedAttempts(tx, quizId);
  const rules = await listRules(tx, [...new Set(ranked.map(({ versionId }) => versionId))]);
  const nameless = ranked.filter(({ alias }) => alias === null);
  // Aliases are assigned once, after the window is over, when no more students can join.
  const aliases = await aliasesOf(
    deps.config.sessionSecret,
    quizId,
    nameless.map(({ userId }) => userId),
  );
  await openCounting(tx);
  const subjects = new Set<number>();
  let line = { passLine: 0, maxPoints: 0 };
  for (let at = 0; at < ranked.length; at += CHUNK) {
    const chunk = ranked.slice(at, at + CHUNK);
    const tallies = await listTallies(
      tx,
      chunk.map(({ attemptId }) => attemptId),
    );
    const entries: NewEntry[] = [];
    for (const one of chunk) {
      const own = rules.get(one.versionId) ?? plainRules;
      const judged = judge(own, tallies.get(one.attemptId) ?? [], one.passingScore);
      const key = sortKeyOf(own, judged, one.seconds);
      const alias = one.alias ?? aliases.get(one.userId) ?? '';
      line = { passLine: judged.passLine, maxPoints: judged.max };
      const isEliminated = judged.minimums.some(({ isReached }) => !isReached);
      entries.push({ ...entryOf(one, alias, WHOLE_EXAM, judged.points, key), isEliminated });
      for (const { subjectId, points } of judged.subjects) {
        if (subjectId === null) continue;
        subjects.add(subjectId);
        entries.push(entryOf(one, alias, subjectId, points, [points, ...key]));
      }
    }
    await countEntries(tx, entries);
  }
  for (const subjectId of [WHOLE_EXAM, ...subjects]) await writeCounted(tx, quizId, subjectId);
  await dropOtherSubjects(tx, quizId, [...subjects]);
  return line;
}

const entryOf = (
  { attemptId, userId, seconds, isHidden }: Ranked,
  alias: string,
  subjectId: number,
  points: number,
  sortKey: number[],
): NewEntry => ({ subjectId, attemptId, userId, alias, points, seconds, sortKey, isHidden, isEliminated: false });

/** Rankings that deleted accounts or lost jobs left stale. Returns the count. */
export async function renewStaleRankings(deps: Deps, work: string): Promise<number> {
  const { done } = await runEach(deps, {
    work,
    limit: STALE_AT_ONCE,
    list: (pausing, limit) => listStale(deps.db, { pausing, limit }),
    idOf: (quizId) => quizId,
    run: (quizId) => rankQuiz(deps, quizId),
  });
  return done;
}

export function defineRankingWork(deps: Deps): void {
  deps.jobs.define<{ quizId: number }>({ name: 'rank-quiz', run: ({ quizId }) => rankQuiz(deps, quizId) });
}
