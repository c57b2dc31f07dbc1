import { createHash } from 'node:crypto';
import pg from 'pg';
import { inTurn } from './interleaving.ts';

/**
 * The fault of the next statements: a process dies before one is sent, or after it ran and before it was answered. `of`:
 * this process alone, by its own statements; undefined: both.
 */
export type CrashPoint = ({ when: 'before' | 'after'; statement: number } | { when: 'committed' }) & {
  of?: number | undefined;
};

/** The connections of a process carry its number. */
export const processName = (at: number) => `process ${at}`;
const PROCESSES = [0, 1];

/** A snapshot ('815:820:817') holds transaction ids, which all databases of a cluster share. */
const withoutSnapshots = (values: string) => values.replaceAll(/"\d+:\d+:[\d,]*"/g, '"a snapshot"');

/** Read when a listener comes back. No step waits for it, so the step that it falls into varies. */
const inBackground = /from "sample_school"/;

class Crashed extends Error {
  constructor() {
    super('The simulated process is dead.');
  }
}

/**
 * Watches every statement of the product's connections: writes down what was sent, and lets the process die at a
 * chosen one. From then on each statement of that process fails until `revive`.
 */
export function watchStatements() {
  const generations = new WeakMap<object, number>();
  const generationOf = PROCESSES.map(() => 0);
  const dead = new Set<number>();
  const backends = new Map<number, Set<number>>(PROCESSES.map((at) => [at, new Set<number>()]));
  let crash: CrashPoint | undefined;
  let sent: string[] = [];
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown;

  const isCommit = (text: string) => /^\s*commit\b/i.test(text);
  const isNow = (text: string, at: number): 'before' | 'after' | undefined => {
    if (!crash || (crash.of ?? at) !== at) return undefined;
    if (crash.when === 'committed') return isCommit(text) ? 'after' : undefined;
    crash.statement -= 1;
    return crash.statement < 0 ? crash.when : undefined;
  };

  function watched(this: pg.Client, ...given: unknown[]): unknown {
    const { connectionParameters: parameters, processID } = this as unknown as {
      connectionParameters: { application_name?: string; fallback_application_name?: string };
      processID?: number;
    };
    if (parameters.application_name !== 'alvorada') return original.apply(this, given);
    const number = PROCESSES.find((at) => processName(at) === parameters.fallback_application_name) ?? 0;
    const generation = generationOf[number] ?? 0;
    const own = generations.get(this) ?? generation;
    generations.set(this, own);
    if (own !== generation || dead.has(number)) return Promise.reject(new Crashed());
    if (processID) backends.get(number)?.add(processID);
    const [first, second] = given;
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    const values = typeof first === 'string' ? second : (first as { values?: unknown }).values;
    if (inBackground.test(text)) return original.apply(this, given);
    sent.push(`${text}\n${withoutSnapshots(JSON.stringify(values ?? []))}`);
    const moment = isNow(text, number);
    if (!moment) return inTurn(() => original.apply(this, given) as Promise<unknown>);
    for (const at of crash?.of === undefined ? PROCESSES : [crash.of]) dead.add(at);
    crash = undefined;
    if (moment === 'before') return Promise.reject(new Crashed());
    return (original.apply(this, given) as Promise<unknown>).then(() => {
      throw new Crashed();
    });
  }
  pg.Client.prototype.query = watched as unknown as typeof pg.Client.prototype.query;

  return {
    crashAt: (point: CrashPoint) => {
      crash = point;
    },
    /** No crash is planned any more. */
    disarm: () => {
      crash = undefined;
    },
    isDead: (at: number) => dead.has(at),
    dead: () => [...dead].sort(),
    /** The server processes of the database that work for this one. */
    backendsOf: (at: number) => [...(backends.get(at) ?? [])],
    /** A new process: the connections of the old one stay dead. */
    revive(at: number) {
      generationOf[at] = (generationOf[at] ?? 0) + 1;
      dead.delete(at);
      backends.get(at)?.clear();
      if (crash && (crash.of ?? at) === at) crash = undefined;
    },
    /** What was sent since the last call, in a stable order: concurrent reads have none. */
    take(): { digest: string; texts: string[] } {
      const texts = sent.sort();
      sent = [];
      return { digest: createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16), texts };
    },
    stop() {
      pg.Client.prototype.query = original as unknown as typeof pg.Client.prototype.query;
    },
  };
}

export type WatchedStatements = ReturnType<typeof watchStatements>;
