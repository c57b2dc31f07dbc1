import { Worker } from 'node:worker_threads';
import { nextTurn } from './next-turn.ts';
import { type Capacity, createSlots } from './slots.ts';

type Settings = {
  /** How many threads run at once, and how many calls may wait for one. The queue of one key never blocks another's. */
  capacity: Capacity;
  /** Counted from the start of the work, without its wait in the queue: far above the time of valid input. */
  longestMs: number;
  tooLong: () => Error;
  tooMany: () => Error;
  /** A thread with more memory than this is ended, too: heap and external buffers. Far above the use of valid input. */
  memoryMb?: number;
  /** A thread that has been idle for this long ends and releases its memory. */
  idleMs?: number;
};

const IDLE_MS = 30_000;
const MEMORY_POLL_MS = 25;
const MB = 1024 * 1024;

const limitsOf = (memoryMb: number | undefined) =>
  memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 } };

/** The resource limits of a thread cover its heap only; unpacked data is in external buffers. */
function watchMemory(worker: Worker, memoryMb: number, tooMuch: () => void): NodeJS.Timeout {
  const look = async () => {
    const { used_heap_size: heap, external_memory: outside } = await worker.getHeapStatistics();
    if (heap + outside > memoryMb * MB) tooMuch();
  };
  // A thread that has ended meanwhile reports nothing.
  return setInterval(() => void look().catch(() => undefined), MEMORY_POLL_MS).unref();
}

/** A thread with at most one piece of work at a time. */
type Thread = { worker: Worker; isGone: boolean; settle: { done(output: unknown): void; failed(error: Error): void } };

const nobodyWaits: Thread['settle'] = { done: () => undefined, failed: () => undefined };

/**
 * Runs work that would block the event loop in threads (their side is answer-each.ts). A thread is reused for the next
 * piece of work: starting one costs more than most pieces.
 */
export function createWorkerPool<Input, Output>(script: URL, settings: Settings) {
  const { capacity, longestMs, tooLong, tooMany, memoryMb, idleMs = IDLE_MS } = settings;
  const places = createSlots(capacity);
  const resting = new Map<Thread, NodeJS.Timeout>();

  const start = (): Thread => {
    const thread: Thread = { worker: new Worker(script, limitsOf(memoryMb)), isGone: false, settle: nobodyWaits };
    const gone = (error: Error) => {
      thread.isGone = true;
      clearTimeout(resting.get(thread));
      resting.delete(thread);
      thread.settle.failed(error);
    };
    // A waiting caller has a timer; an idle thread keeps no process alive.
    thread.worker.unref();
    thread.worker.on('message', (output) => thread.settle.done(output));
    thread.worker.on('error', gone);
    thread.worker.on('exit', (code) => gone(new Error(`A thread ended with ${code} before it answered.`)));
    return thread;
  };
  const wake = (): Thread | undefined => {
    const [thread] = resting.keys();
    if (!thread) return undefined;
    clearTimeout(resting.get(thread));
    resting.delete(thread);
    return thread;
  };
  const rest = (thread: Thread) => {
    thread.settle = nobodyWaits;
    if (!thread.isGone) resting.set(thread, setTimeout(() => void thread.worker.terminate(), idleMs).unref());
  };

  const run = (thread: Thread, input: Input) =>
    new Promise<Output>((resolve, reject) => {
      const lose = (error: unknown) => {
        clearTimeout(deadline);
        clearInterval(watch);
        reject(error);
        void thread.worker.terminate();
      };
      const deadline = setTimeout(() => lose(tooLong()), longestMs);
      const watch = memoryMb === undefined ? undefined : watchMemory(thread.worker, memoryMb, () => lose(tooLong()));
      thread.settle = {
        done: (output) => {
          clearTimeout(deadline);
          clearInterval(watch);
          rest(thread);
          resolve(output as Output);
        },
        // Ended by its heap limit before the watch noticed.
        failed: (error) =>
          lose((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLong() : error),
      };
      // Starting a thread and copying a large input take two turns of the event loop.
      nextTurn()
        .then(() => thread.worker.postMessage(input))
        .catch(lose);
    });

  const turnOf = (key: string) =>
    new Promise<{ leave(): void }>((resolve, reject) => {
      const place = places.take(key, () => queueMicrotask(() => place && resolve(place)));
      if (!place) reject(tooMany());
    });

  /** Runs one piece of work, when it is the key's turn. */
  return async (input: Input, key: string): Promise<Output> => {
    const place = await turnOf(key);
    try {
      return await run(wake() ?? start(), input);
    } finally {
      place.leave();
    }
  };
}
