import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';

type Lane = { at: number; waiting: (() => void)[]; running: number; isDone: boolean };

/**
 * How long both a lane and its threads must leave the processor unused before the other lane goes on. The lane then waits
 * for a lock in memory. Time with work does not count: a slow machine sends the same statements in the same order.
 */
const IDLE_MS = 300;
const POLL_MS = 5;
/** A poll uses less processor time than this, any work uses more. */
const IDLE_CPU_MS = 2;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const lanes = new AsyncLocalStorage<Lane>();
let isOn = false;

/** Holds a statement of a lane back until it is its turn. Outside of `interleave` it is sent at once. */
export function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const lane = isOn ? lanes.getStore() : undefined;
  if (!lane || lane.isDone) return send();
  return new Promise<T>((resolve, reject) => {
    lane.waiting.push(() => {
      lane.running += 1;
      send()
        .finally(() => {
          lane.running -= 1;
        })
        .then(resolve, reject);
    });
  });
}

/** Which of the processes that run at once this code belongs to; undefined: they do not. */
export const laneNow = (): number | undefined => (isOn ? lanes.getStore()?.at : undefined);

/**
 * Runs tasks at once, one statement at a time: chance says whose statement is next. A statement that waits for a lock of
 * the other is left waiting, as in a database. `countLocked`: how many statements wait for a lock now.
 */
export async function interleave(
  tasks: readonly (() => Promise<void>)[],
  chance: Chance,
  countLocked: () => Promise<number>,
  isExpected: (fault: unknown) => boolean = () => false,
): Promise<void> {
  const all = tasks.map((_, at): Lane => ({ at, waiting: [], running: 0, isDone: false }));
  const faults: unknown[] = [];
  const open = () => all.filter(({ isDone }) => !isDone);

  /** Until every lane has a statement to send, waits for a lock, or is done. */
  async function rest(): Promise<void> {
    let idleSince = performance.now();
    for (let before = cpuMs(); performance.now() - idleSince < IDLE_MS; ) {
      await new Promise(setImmediate);
      const moving = open().filter(({ waiting, running }) => running > 0 || waiting.length === 0);
      if (moving.length === 0) return;
      await sleep(POLL_MS);
      const used = cpuMs() - before;
      before += used;
      // A statement that the database works on is work, too.
      const sent = moving.filter(({ running }) => running > 0);
      if (used > IDLE_CPU_MS || sent.length > 0) idleSince = performance.now();
      if (sent.length === moving.length && (await countLocked()) >= sent.length) return;
    }
  }

  isOn = true;
  try {
    const runs: Promise<void>[] = [];
    for (const [at, task] of tasks.entries()) {
      const lane = all[at] as Lane;
      const run = lanes.run(lane, task).catch((fault: unknown) => void faults.push(fault));
      const end = () => {
        lane.isDone = true;
      };
      runs.push(run.then(end));
      await rest();
    }
    while (open().length > 0) {
      const ready = open().filter(({ waiting, running }) => waiting.length > 0 && running === 0);
      const lane = chance.pick(ready) ?? open().find(({ waiting }) => waiting.length > 0);
      lane?.waiting.shift()?.();
      await rest();
    }
    await Promise.all(runs);
  } finally {
    isOn = false;
  }
  // A lost answer of one process is no reason to leave out a fault of the other.
  const [fault] = faults.toSorted((one, other) => Number(isExpected(one)) - Number(isExpected(other)));
  if (fault !== undefined) throw fault;
}
