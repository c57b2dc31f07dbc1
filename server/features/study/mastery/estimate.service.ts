import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import * as store from './estimate.store.ts';
import type { FinishedLesson, LearntGains } from './learnt-gains.ts';
import { refreshMastery } from './mastery.service.ts';
import { listBehind, readModel } from './mastery.store.ts';
import type { Answer } from './replay.ts';

/** Enough for every question that many answer, and little enough for a night. */
const ANSWERS_MAX = 500_000;
const SPEAKERS_MAX = 20_000;
const LESSONS_MAX = 500_000;

type Estimated = {
  difficulties: [number, store.Difficulty][];
  newQuestion: number;
  gainWeights: number[];
  gains: LearntGains;
};
type EstimateInput = { answers: Answer[]; lessons: FinishedLesson[] };

const workerPool = createWorkerPool<EstimateInput, Estimated>(new URL('./estimate.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 1, waitingPerKey: 1 },
  longestMs: 10 * 60_000,
  tooLong: () => new Error('Estimating the difficulties took too long.'),
  tooMany: () => new Error('The difficulties are being estimated already.'),
});

/**
 * Estimates how hard each question is and what students gain, from the answers of a sample of students, in a worker.
 * Every night samples other students, each with all answers. A question that none of them answered keeps its number.
 */
export async function estimateQuestions(deps: Deps): Promise<{ answers: number; questions: number }> {
  const { epoch } = await readModel(deps.db);
  const speakers: string[] = [];
  let count = 0;
  for (const { id, answers } of await store.listSpeakers(deps.db, epoch, SPEAKERS_MAX)) {
    if (count + answers > ANSWERS_MAX && speakers.length > 0) break;
    speakers.push(id);
    count += answers;
  }
  if (speakers.length === 0) return { answers: 0, questions: 0 };
  const answers = await store.listAllAnswers(deps.db, speakers);
  if (answers.length === 0) return { answers: 0, questions: 0 };
  const lessons = await store.listFinishedLessons(deps.db, speakers, LESSONS_MAX);
  const { difficulties, newQuestion, gainWeights, gains } = await workerPool({ answers, lessons }, 'night');
  const guess = answers.reduce((sum, answer) => sum + answer.guess, 0) / answers.length;
  await transact(deps, async (tx) => {
    await store.saveDifficulties(tx, difficulties);
    await store.saveTopicDifficulties(tx);
    await store.saveModel(tx, { newQuestion, guess, gainWeights, gains, now: deps.clock.now() });
  });
  return { answers: answers.length, questions: difficulties.length };
}

const REFRESH_JOB = 'refresh-mastery';
const STUDENTS_AT_ONCE = 200;

/** Refreshes some of the students whose row is older than the last estimate. A read refreshes its student at once. */
export async function refreshSome(deps: Deps): Promise<number> {
  const { epoch } = await readModel(deps.db);
  const { done } = await runEach(deps, {
    work: REFRESH_JOB,
    limit: STUDENTS_AT_ONCE,
    list: (pausing, limit) => listBehind(deps.db, { epoch, pausing, limit }),
    idOf: (userId) => userId,
    run: (userId) => refreshMastery(deps, userId),
  });
  return done;
}

export function defineMasteryWork(deps: Deps): void {
  defineUpkeep(deps, { name: 'estimate-questions', every: '40 2 * * *', run: () => estimateQuestions(deps) });
  defineUpkeep(deps, {
    name: REFRESH_JOB,
    every: '* 3-5 * * *',
    run: async () => ({ students: await refreshSome(deps) }),
  });
}
