import { parentPort } from 'node:worker_threads';

/** The other side of worker-pool.ts, in the thread. What it throws ends the thread and reaches whoever waits. */
export function answerEach<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  parentPort?.on('message', async (input: Input) => parentPort?.postMessage(await work(input)));
}
