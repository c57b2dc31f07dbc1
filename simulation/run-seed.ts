import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { chanceOf } from './chance.ts';
import { accessLaw } from './laws/access.ts';
import { answersLaw } from './laws/answers.ts';
import { auditLaw } from './laws/audit.ts';
import { countsLaw } from './laws/counts.ts';
import { deletedPeopleLaw } from './laws/deleted-people.ts';
import { cardMemoryLaw, logLaw, memoryLaw } from './laws/memory.ts';
import { moneyLaw } from './laws/money.ts';
import { deliveriesLaw, notificationsLaw } from './laws/notifications.ts';
import { rankingLaw } from './laws/ranking.ts';
import { resultsLaw } from './laws/results.ts';
import { storageLaw, sweptLaw } from './laws/storage.ts';
import { openingDay } from './opening.ts';
import { deedOf, type Step } from './plan.ts';
import { LostAnswer, openSchool, type School, START, type Violation } from './school.ts';
import { setChance } from './seeded-crypto.ts';
import { watchStatements } from './statements.ts';

export type Outcome = {
  violations: Violation[];
  /** The step at whose end the first violation was noticed. */
  noticedAt: Step | undefined;
  steps: number;
  calls: number;
  crashes: number;
  lawChecks: number;
  used: ReadonlyMap<string, number>;
  /** One digest of all statements per step; the same seed gives the same list. */
  trace: { step: number; digest: string; texts: string[] }[];
};

/** Laws that hold at any moment, once the queue is empty. */
const dailyLaws = {
  answers: answersLaw,
  results: resultsLaw,
  access: accessLaw,
  memory: memoryLaw,
  'memory of cards': cardMemoryLaw,
  ranking: rankingLaw,
  counts: countsLaw,
  audit: auditLaw,
  notifications: notificationsLaw,
  storage: storageLaw,
};

/** Laws that hold once the bank has recovered and every job has run. */
const finalLaws = {
  ...dailyLaws,
  money: moneyLaw,
  log: logLaw,
  'deleted people': deletedPeopleLaw,
  swept: sweptLaw,
  deliveries: deliveriesLaw,
};

/** A share of the jobs that are due every minute runs with each step; all of them run at the end of a day. */
const MINUTE_JOBS_SHARE = 0.3;

/** Lets the time pass until `until`: scheduled jobs start, and due jobs run. */
async function passTime(school: School, until: Date, isStarted: (name: string) => boolean): Promise<void> {
  const from = school.clock.now();
  await school.work(async ({ queue, deps }) => {
    for (const { name, at } of queue.startsBetween(from, until)) {
      if (queue.isEveryMinute(name) && !isStarted(name)) continue;
      school.clock.moveTo(at);
      await queue.jobs.send(deps.db, name, {});
      await queue.runDue();
    }
  });
  school.clock.moveTo(until);
  await school.work(({ queue }) => queue.runDue());
}

/** The bank works, every job has run, and the nightly comparison is done: what is wrong now stays wrong. */
async function settle(school: School): Promise<void> {
  const { bank, statements } = school;
  statements.disarm();
  for (const at of [0, 1]) school.silence(at, false);
  bank.clearFaults();
  school.world.recover();
  bank.refuseUsedTxids(false);
  for (const { txid, pix } of bank.charges.values()) if (pix.length > 0) bank.finishReturns(txid, 'DEVOLVIDO');
  school.messages.splice(0);
  for (const hours of [1, 23, 25]) {
    await passTime(school, new Date(school.clock.now().getTime() + hours * HOUR_MS), () => true);
  }
}

/** People whose deletion a job has carried out since the last look. */
async function noteDeleted({ reader, students }: School): Promise<void> {
  const known = students.flatMap((one) => (one.userId && !one.isDeleted ? [{ one, id: one.userId }] : []));
  if (known.length === 0) return;
  const rows = await reader
    .selectFrom('users')
    .select('id')
    .where(
      'id',
      'in',
      known.map(({ id }) => id),
    )
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  for (const { one, id } of known) if (!there.has(id)) one.isDeleted = true;
}

async function check(school: School, laws: Record<string, (school: School) => Promise<string[]>>): Promise<void> {
  await noteDeleted(school);
  for (const [law, holds] of Object.entries(laws)) {
    for (const sentence of await holds(school)) school.violate(law, sentence);
  }
}

/** After these the access of everybody is compared at once, while both processes still remember what was before. */
const accessDeeds = new Set(['approve', 'revoke', 'refund', 'endAccess', 'statementLine', 'block', 'unblock']);

/** Plays the steps of a seed on an empty, migrated database, and stops at the first violation. */
export async function runSeed(
  connection: { connectionString: string },
  seed: number,
  steps: readonly Step[],
  { keepTrace = false } = {},
): Promise<Outcome> {
  const statements = watchStatements();
  setChance(chanceOf(seed, 'opening'));
  const school = await openSchool(connection, statements, seed);
  const trace: Outcome['trace'] = [];
  let lawChecks = 0;
  let noticedAt: Step | undefined;
  let played = 0;
  const note = (step: number) => {
    const { digest, texts } = statements.take();
    if (keepTrace) trace.push({ step, digest, texts });
  };
  try {
    await openingDay(school, chanceOf(seed, 'opening-day'));
    note(0);
    let day = 0;
    for (const step of steps) {
      if (school.violations.length > 0) break;
      noticedAt = step;
      const chance = chanceOf(seed, step.id);
      setChance(chanceOf(seed, step.id, 'ids'));
      school.setTurns(chanceOf(seed, step.id, 'turns'));
      const today = Math.floor(step.at / DAY_MS);
      const isNewDay = today > day;
      day = today;
      await passTime(school, new Date(START.getTime() + step.at), () => isNewDay || chance.isTrue(MINUTE_JOBS_SHARE));
      if (isNewDay) {
        statements.disarm();
        await check(school, dailyLaws);
        lawChecks += Object.keys(dailyLaws).length;
      }
      await play(school, step, chance);
      played += 1;
      if (accessDeeds.has(step.deed)) {
        statements.disarm();
        await check(school, { access: accessLaw });
        lawChecks += 1;
      }
      note(step.id);
    }
    if (school.violations.length === 0) {
      setChance(chanceOf(seed, 'settling'));
      await settle(school);
      await check(school, finalLaws);
      lawChecks += Object.keys(finalLaws).length;
      note(-1);
    }
    const { calls, crashes } = school.counts;
    const { violations, used } = school;
    return { violations, noticedAt, steps: played, calls, crashes, lawChecks, used, trace };
  } finally {
    await school.close();
    statements.stop();
  }
}

async function play(school: School, step: Step, chance: ReturnType<typeof chanceOf>): Promise<void> {
  try {
    await deedOf(step.deed)(school, chance);
  } catch (error) {
    // A person whose page died goes away; what was acknowledged before is remembered.
    if (!(error instanceof LostAnswer)) throw error;
  }
  await school.work(({ queue }) => queue.runDue());
}
