import { plainRules } from '#contract/exams/exam-rules.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { judge } from '../grading/exam-rules.ts';
import { listRules, listTallies } from '../grading/tallies.store.ts';
import { aliasesOf } from './aliases.ts';
import {
  countChart,
  countPeople,
  dropOtherSubjects,
  finishRanking,
  followLeavers,
  listRankedAttempts,
  lockRanking,
  WHOLE_EXAM,
} from './ranking.store.ts';
import {
  addDrafts,
  copyEntries,
  dropDrafts,
  endRun,
  findNextSubject,
  findRun,
  listDraftAliases,
  listDraftSubjects,
  type NewEntry,
  publishDrafts,
  type Run,
  saveRun,
  startRun,
} from './ranking-runs.store.ts';
import { sortKeyOf } from './sort-key.ts';

/** Work of one transaction, so that none takes a second: attempts that are counted, and rows that are written. */
export type PieceSizes = { attempts: number; rows: number };
export const PIECES: PieceSizes = { attempts: 250, rows: 2000 };

type Ranked = Awaited<ReturnType<typeof listRankedAttempts>>[number];
/** The attempts of a ranking in the order of their students, with the aliases of the new ones. */
type Gathering = { ranked: Ranked[]; aliases: ReadonlyMap<string, string> };

/**
 * Makes a ranking piece by piece. Each piece is a transaction that locks the ranking, does the next work of the run and
 * stores how far it came: after a crash any process goes on there, and two processes take turns.
 */
export function rankingPieces(deps: Deps, quizId: number, sizes: PieceSizes = PIECES) {
  let gathering: Gathering | undefined;

  const gather = async (tx: Tx, run: Run): Promise<void> => {
    if (run.kind === 'order') {
      const last = await copyEntries(tx, quizId, run, sizes.rows);
      await saveRun(tx, quizId, last ? { subjectId: last.subjectId, afterAttempt: last.attemptId } : toPublish);
      return;
    }
    const { afterUser } = run;
    gathering ??= await listGathering(deps, tx, quizId, afterUser);
    const rest = afterUser === null ? 0 : gathering.ranked.findIndex(({ userId }) => userId > afterUser);
    const chunk = rest === -1 ? [] : gathering.ranked.slice(rest, rest + sizes.attempts);
    if (chunk.length === 0) return saveRun(tx, quizId, toPublish);
    const { entries, line } = await countEntries(tx, chunk, gathering.aliases);
    await addDrafts(tx, quizId, entries);
    await saveRun(tx, quizId, { afterUser: chunk.at(-1)?.userId ?? null, ...line });
  };

  const publish = async (tx: Tx, run: Run): Promise<void> => {
    if (run.subjectId === null) return nextSubject(tx, quizId, run);
    const last = await publishDrafts(tx, quizId, run, sizes.rows);
    if (last && last.rows === sizes.rows) {
      const { attemptId: afterAttempt, sortKey: afterKey, place, position } = last;
      return saveRun(tx, quizId, { afterAttempt, afterKey, place, position });
    }
    if (run.isListed) return saveRun(tx, quizId, { ...fromFirst, isListed: false });
    await nextSubject(tx, quizId, run);
  };

  /** Does the next piece. Returns whether there is more to do. */
  return (): Promise<boolean> =>
    transact(deps, async (tx) => {
      const ranking = await lockRanking(tx, quizId, deps.clock.now());
      const run = await findRun(tx, quizId);
      if (!run) {
        const hasMoved = await followLeavers(tx, quizId);
        if (ranking.stale === null && !hasMoved) return false;
        const { regrades, changes } = ranking;
        await startRun(tx, quizId, { kind: ranking.stale === 'points' ? 'points' : 'order', regrades, changes });
        return true;
      }
      if (run.phase === 'gather') await gather(tx, run);
      else if (run.phase === 'publish') await publish(tx, run);
      else if (run.phase === 'finish') await finish(tx, quizId, { run, ranking, rows: sizes.rows });
      else if ((await dropDrafts(tx, quizId, sizes.rows)) < sizes.rows) {
        await endRun(tx, quizId);
        return ranking.stale !== null;
      }
      return true;
    });
}

const fromFirst = { afterAttempt: null, afterKey: null, place: 0, position: 0, isListed: true };
const toPublish = { ...fromFirst, phase: 'publish', subjectId: null } as const;

async function nextSubject(tx: Tx, quizId: number, { subjectId, charts }: Run): Promise<void> {
  const chart = subjectId === null ? undefined : await countChart(tx, quizId, subjectId);
  const next = await findNextSubject(tx, quizId, subjectId);
  await saveRun(tx, quizId, {
    ...fromFirst,
    ...(next ?? { phase: 'finish' }),
    charts: chart ? { ...charts, [String(subjectId)]: chart } : charts,
  });
}

type Finish = { run: Run; ranking: { regrades: number; changes: number }; rows: number };

async function finish(tx: Tx, quizId: number, { run, ranking, rows }: Finish): Promise<void> {
  const subjects = await listDraftSubjects(tx, quizId);
  if ((await dropOtherSubjects(tx, quizId, [WHOLE_EXAM, ...subjects], rows)) === rows) return;
  const hasMoved = (await followLeavers(tx, quizId)) || ranking.changes !== run.changes;
  const { passLine, maxPoints } = run;
  await finishRanking(tx, quizId, {
    ...(await countPeople(tx, quizId)),
    charts: run.charts,
    line: passLine === null || maxPoints === null ? null : { passLine, maxPoints },
    stale: ranking.regrades !== run.regrades ? 'points' : hasMoved ? 'order' : null,
  });
  await saveRun(tx, quizId, { phase: 'clear' });
}

/** Aliases are assigned once, after the window is over, when no more students can join. */
async function listGathering(deps: Deps, tx: Tx, quizId: number, afterUser: string | null): Promise<Gathering> {
  const ranked = await listRankedAttempts(tx, quizId);
  const nameless = ranked
    .filter(({ alias, userId }) => alias === null && (afterUser === null || userId > afterUser))
    .map(({ userId }) => userId);
  const taken = await listDraftAliases(tx, quizId, WHOLE_EXAM);
  return { ranked, aliases: await aliasesOf(deps.config.sessionSecret, quizId, nameless, taken) };
}

/** The points of some students by the rules of the version they took, by total and by subject. */
async function countEntries(tx: Tx, chunk: readonly Ranked[], aliases: Gathering['aliases']) {
  const rules = await listRules(tx, [...new Set(chunk.map(({ versionId }) => versionId))]);
  const tallies = await listTallies(
    tx,
    chunk.map(({ attemptId }) => attemptId),
  );
  const entries: NewEntry[] = [];
  let line = { passLine: 0, maxPoints: 0 };
  for (const one of chunk) {
    const own = rules.get(one.versionId) ?? plainRules;
    const judged = judge(own, tallies.get(one.attemptId) ?? [], one.passingScore);
    const key = sortKeyOf(own, judged, one.seconds);
    const alias = one.alias ?? aliases.get(one.userId) ?? '';
    line = { passLine: judged.passLine, maxPoints: judged.max };
    const isEliminated = judged.minimums.some(({ isReached }) => !isReached);
    entries.push({ ...entryOf(one, alias, WHOLE_EXAM, judged.points, key), isEliminated });
    for (const { subjectId, points } of judged.subjects) {
      if (subjectId !== null) entries.push(entryOf(one, alias, subjectId, points, [points, ...key]));
    }
  }
  return { entries, line };
}

const entryOf = (
  { attemptId, userId, seconds, isHidden }: Ranked,
  alias: string,
  subjectId: number,
  points: number,
  sortKey: number[],
): NewEntry => ({ subjectId, attemptId, userId, alias, points, seconds, sortKey, isHidden, isEliminated: false });
