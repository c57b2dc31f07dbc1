import type { Log } from '#server/log.ts';
import type { WorkersState } from './state.ts';

/** A worker that ends within this time after its start is restarted with growing pauses. */
const SHORT_LIFE_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** A release that fails to start three times is broken. */
const ROLL_TRIES = 3;

/** A process that was started to serve. */
export type Child = {
  pid: number | undefined;
  /** The version of its release. */
  version: string;
  /** Rejects when it ends before it accepts requests. */
  ready: Promise<void>;
  ended: Promise<void>;
  /** Resolves when it has ended. */
  stop(): Promise<void>;
};

type Member = { child: Child; startedAt: Date; generation: number; isLeaving: boolean };

type Surroundings = {
  wanted: number;
  fork(environment: Record<string, string>): Child;
  /** From now on `fork` starts the installed release; returns the way back to the one before. */
  takeInstalledRelease(): () => void;
  pause(ms: number): Promise<void>;
  now(): Date;
  log: Pick<Log, 'info' | 'error'>;
  /** Called at every change. */
  tell(state: WorkersState): void;
};

/**
 * Keeps `wanted` workers alive, and replaces them one after the other, each new one accepting requests before its
 * predecessor stops. Whichever process dies meanwhile, in the end `wanted` workers run, and rolling works again.
 */
export function createSupervisor({ wanted, fork, takeInstalledRelease, pause, now, log, tell }: Surroundings) {
  const members = new Set<Member>();
  /** Not accepting requests yet. */
  const starting = new Set<Child>();
  let generation = 0;
  let isStopping = false;
  let failures = 0;
  let roll: WorkersState['roll'] = null;

  const staying = () => [...members].filter(({ isLeaving }) => !isLeaving);
  const changed = () =>
    tell({
      wanted,
      running: [...members].map(({ child, startedAt }) => ({ version: child.version, startedAt })),
      roll,
    });

  const add = async (environment: Record<string, string> = {}): Promise<void> => {
    const startedAt = now();
    const child = fork(environment);
    const member: Member = { child, startedAt, generation, isLeaving: false };
    starting.add(child);
    await child.ready.finally(() => starting.delete(child));
    members.add(member);
    changed();
    void child.ended.then(() => left(member));
  };

  const left = (member: Member): void => {
    members.delete(member);
    changed();
    if (isStopping || member.isLeaving) return;
    failures = now().getTime() - member.startedAt.getTime() < SHORT_LIFE_MS ? failures + 1 : 0;
    log.error({ worker: member.child.pid }, 'a worker ended and is started again');
    void fill();
  };

  /** Starts one more worker when one is missing, with any number of retries. */
  const fill = async (): Promise<void> => {
    for (;;) {
      await pause(failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures));
      // A roll may have started one meanwhile.
      if (isStopping || staying().length >= wanted) return;
      try {
        await add();
        return await trim();
      } catch (error) {
        failures += 1;
        log.error({ err: error }, 'a worker could not be started');
      }
    }
  };

  const addOrRetry = async (environment: Record<string, string>): Promise<void> => {
    try {
      await add(environment);
    } catch (error) {
      failures += 1;
      log.error({ err: error }, 'a worker could not be started');
      void fill();
    }
  };

  const retire = async (member: Member): Promise<void> => {
    member.isLeaving = true;
    changed();
    await member.child.stop();
  };

  /** Stops the oldest first. A roll and a restart may both have added a worker. */
  const trim = async (): Promise<void> => {
    while (staying().length > wanted) {
      const [oldest] = staying().sort((a, b) => a.generation - b.generation);
      if (oldest) await retire(oldest);
    }
  };

  const startNew = async (): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await add();
      } catch (error) {
        if (tries >= ROLL_TRIES || isStopping) throw error;
        await pause(1000 * tries);
      }
    }
  };

  const replaceAll = async (): Promise<void> => {
    generation += 1;
    const target = generation;
    while (!isStopping && staying().some((member) => member.generation < target)) {
      await startNew();
      // Where an old worker died meanwhile, the new one replaces it, and no other has to stop.
      await trim();
    }
  };

  const rollOnce = async (): Promise<void> => {
    if (isStopping) return;
    log.info('replacing the workers one by one');
    roll = { at: now(), state: 'running' };
    changed();
    let goBack: (() => void) | undefined;
    try {
      goBack = takeInstalledRelease();
      await replaceAll();
      roll = { at: now(), state: 'done' };
      log.info('the workers were replaced');
    } catch (error) {
      // An old worker that ends from now on comes back as the release that works.
      goBack?.();
      roll = { at: now(), state: 'failed' };
      log.error({ err: error, tries: ROLL_TRIES }, 'the new release does not start; the old workers go on');
    }
    changed();
  };

  let rolling: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  return {
    /**
     * The first worker starts alone: it may load sample content, which the others then find. The start fails only with
     * the first. From then on the school is served, and a worker that does not start is tried again like one that ends.
     */
    async start(first: Record<string, string>, others: Record<string, string>): Promise<void> {
      await add(first);
      await Promise.all(Array.from({ length: wanted - 1 }, () => addOrRetry(others)));
    },
    /** A roll requested during another follows it; any number of such requests become one. */
    roll(): Promise<void> {
      if (rolling) {
        next ??= rolling.then(() => {
          next = undefined;
          return begin();
        });
        return next;
      }
      return begin();
    },
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([...starting, ...[...members].map(({ child }) => child)].map((child) => child.stop()));
    },
  };

  function begin(): Promise<void> {
    rolling = rollOnce().finally(() => {
      rolling = undefined;
    });
    return rolling;
  }
}
