import { createHash } from 'node:crypto';
import pg from 'pg';
import { inTurn } from './interleaving.ts';

/** The fault of the next statements: the process dies before one is sent, or after it ran and before it was answered. */
export type CrashPoint = { when: 'before' | 'after'; statement: number } | { when: 'committed' };

/** A snapshot ('815:820:817') holds transaction ids, which all databases of a cluster share. */
const withoutSnapshots = (values: string) => values.replaceAll(/"\d+:\d+:[\d,]*"/g, '"a snapshot"');

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
  let generation = 0;
  let crash: CrashPoint | undefined;
  let isDead = false;
  let sent: string[] = [];
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown;

  const isCommit = (text: string) => /^\s*commit\b/i.test(text);
  const isNow = (text: string): 'before' | 'after' | undefined => {
    if (!crash) return undefined;
    if (crash.when === 'committed') return isCommit(text) ? 'after' : undefined;
    crash.statement -= 1;
    return crash.statement < 0 ? crash.when : undefined;
  };

  function watched(this: pg.Client, ...given: unknown[]): unknown {
    const name = (this as unknown as { connectionParameters: { application_name?: string } }).connectionParameters;
    if (name.application_name !== 'alvorada') return original.apply(this, given);
    const own = generations.get(this) ?? generation;
    generations.set(this, own);
    if (own !== generation || isDead) return Promise.reject(new Crashed());
    const [first, second] = given;
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    const values = typeof first === 'string' ? second : (first as { values?: unknown }).values;
    sent.push(`${text}\n${withoutSnapshots(JSON.stringify(values ?? []))}`);
    const moment = isNow(text);
    if (!moment) return inTurn(() => original.apply(this, given) as Promise<unknown>);
    crash = undefined;
    isDead = true;
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
    get isDead() {
      return isDead;
    },
    /** A new process: the connections of the old one stay dead. */
    revive() {
      generation += 1;
      isDead = false;
      crash = undefined;
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
