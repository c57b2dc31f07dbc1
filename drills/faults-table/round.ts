import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '#server/db/connect.ts';
import { honest } from '#server/testing/writers.ts';
import { ask, startWriters } from '../parts.ts';
import { until, within } from '../wait.ts';

/** One line of the table. `here` false: the part is not installed on this machine, and nothing was tried. */
export type Line = {
  fault: string;
  here: boolean;
  acknowledged?: number;
  lost?: number;
  seen?: string;
  recovery?: string;
  isWrong?: boolean;
};

const BEFORE = 500;
const AFTER = 500;
const PATIENCE_MS = 90_000;

let serial = 0;

/**
 * Writes without pause, causes a fault, and counts which acknowledged writes are missing. Recovery is the time from the
 * end of the fault to the next acknowledged write.
 */
export async function underLoad(
  fault: string,
  target: { urls: string[]; cookie: string; connection: Connection },
  work: { strike(): Promise<void>; lastsMs?: number; heal(): Promise<void>; alsoSeen?: () => string },
): Promise<Line> {
  serial += 1;
  const name = `Falha ${serial}`;
  const writers = startWriters({ ...target, clients: 4, name });
  try {
    await until('writes before the fault', PATIENCE_MS, () => writers.acknowledged.length >= BEFORE);
    await within(`striking: ${fault}`, PATIENCE_MS, work.strike());
    await pause(work.lastsMs ?? 0);
    await within(`healing: ${fault}`, PATIENCE_MS, work.heal());
    const healed = performance.now();
    const sent = writers.attempts.length;
    await until('writes after the fault', PATIENCE_MS, () =>
      writers.attempts.slice(sent).some(({ status }) => status === 201),
    );
    const recovery = (performance.now() - healed) / 1000;
    const then = writers.acknowledged.length;
    await until('more writes after the fault', PATIENCE_MS, () => writers.acknowledged.length >= then + AFTER);
    await writers.stop();
    const lost = await countMissing(target.connection, name, writers.acknowledged);
    const count = (status: number) => writers.attempts.filter((attempt) => attempt.status === status).length;
    const wrong = writers.attempts.filter((attempt) => !honest(attempt));
    const seen = [
      ...(count(503) > 0 ? [`${count(503)} times 503 with Retry-After`] : []),
      ...(count(0) > 0 ? [`${count(0)} connections broken`] : []),
      ...(wrong.length > 0
        ? [`${wrong.length} WRONG answers (${[...new Set(wrong.map(({ status }) => status))]})`]
        : []),
      ...(work.alsoSeen ? [work.alsoSeen()] : []),
    ];
    return {
      fault,
      here: true,
      acknowledged: writers.acknowledged.length,
      lost,
      seen: seen.join(', ') || 'nothing',
      recovery: `${recovery.toFixed(1)} s`,
      isWrong: lost > 0 || wrong.length > 0,
    };
  } finally {
    await writers.stop();
  }
}

async function countMissing(connection: Connection, name: string, acknowledged: readonly string[]): Promise<number> {
  const rows = await ask<{ name: string }>(connection, 'SELECT name FROM subjects WHERE starts_with(name, $1)', [name]);
  const stored = new Set(rows.map((row) => row.name));
  return acknowledged.filter((one) => !stored.has(one)).length;
}
