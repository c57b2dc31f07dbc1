import { parentPort } from 'node:worker_threads';

/** The thread's side of worker-pool.ts. An error that `work` throws ends the thread and reaches the waiting caller. */
export function answerEach<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  parentPort?.on('message', async (input: Input) => parentPort?.postMessage(await work(input)));
}
