import type { Deps } from '#server/deps.ts';
import { readModel } from '#server/features/study/mastery/mastery.service.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { addDays, dayNumber, dayOf } from '#server/time/calendar.ts';
import { memoryOf } from '../engine/memory.ts';
import { memoryWeights } from '../memory-replay.ts';
import { findMemory } from '../student-memories.store.ts';
import { thinkingOf } from '../today.ts';
import { LOG_MAX, listByLot, listMemoryLog } from './night.store.ts';
import { answersByQuestion, chanceOf, traceOf } from './traces.ts';

const MEASURE_JOB = 'measure-memory';
const MEASURED_DAYS = 30;
/** By lot, others every night: enough for a figure, and little enough for a minute. */
const STUDENTS_MAX = 300;

const byDefault = memoryOf(memoryWeights);
const rounded = (value: number) => Math.round(value * 1000) / 1000;

/**
 * How well the answers of the last days were predicted: by each student's memory on that day, by the default memory,
 * and by one constant probability. Individually fitted weights count from the day after their fit.
 */
export async function measureMemory(deps: Deps) {
  const today = dayOf(deps.clock.now());
  const since = addDays(today, -MEASURED_DAYS);
  const { guess } = await readModel(deps.db);
  let [predicted, rights, ours, defaults] = [0, 0, 0, 0];
  await runEach(deps, {
    work: MEASURE_JOB,
    limit: STUDENTS_MAX,
    list: (pausing, limit) => listByLot(deps.db, { since, salt: today, pausing, limit }),
    idOf: (userId) => userId,
    // Added when the student's measure is whole: half a student would shift the figures.
    async run(userId) {
      const one = await measureStudent(deps, userId, { since, guess });
      predicted += one.predicted;
      rights += one.rights;
      ours += one.ours;
      defaults += one.defaults;
    },
  });
  if (predicted === 0) return { predicted, ourLoss: 0, defaultLoss: 0, constantLoss: 0 };
  const share = rights / predicted;
  const constant = -(share * Math.log(chanceOf(share, true)) + (1 - share) * Math.log(chanceOf(share, false)));
  return {
    predicted,
    ourLoss: rounded(ours / predicted),
    defaultLoss: rounded(defaults / predicted),
    constantLoss: rounded(constant),
  };
}

async function measureStudent(deps: Deps, userId: string, { since, guess }: { since: string; guess: number }) {
  const [rows, kept] = await Promise.all([listMemoryLog(deps.db, userId, LOG_MAX), findMemory(deps.db, userId)]);
  const own = thinkingOf(kept).memory;
  const ownFrom = kept?.weights && kept.fittedOn ? dayNumber(kept.fittedOn) + 1 : dayNumber(since);
  let [predicted, rights, ours, defaults] = [0, 0, 0, 0];
  for (const answers of answersByQuestion(rows).values()) {
    const losses = new Map<number, number>();
    traceOf(byDefault, answers, guess, (expected, right, day) => {
      if (day < dayNumber(since)) return;
      const loss = -Math.log(chanceOf(expected, right));
      losses.set(day, loss);
      predicted += 1;
      if (right) rights += 1;
      defaults += loss;
    });
    if (losses.size === 0) continue;
    traceOf(own, answers, guess, (expected, right, day) => {
      const loss = losses.get(day);
      if (loss === undefined) return;
      ours += day >= ownFrom ? -Math.log(chanceOf(expected, right)) : loss;
    });
  }
  return { predicted, rights, ours, defaults };
}

export function defineMemoryMeasure(deps: Deps): void {
  defineUpkeep(deps, { name: MEASURE_JOB, every: '15 5 * * *', run: () => measureMemory(deps) });
}
