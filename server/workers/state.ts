import cluster from 'node:cluster';

/** What the first process knows of its workers. */
export type WorkersState = {
  wanted: number;
  running: { version: string; startedAt: Date }[];
  /** The last replacement of all of them. */
  roll: { at: Date; state: 'running' | 'done' | 'failed' } | null;
};

const STATE = 'workers:state';
type Message = { type: typeof STATE; state: string };

let known: WorkersState | null = null;

/** In a worker: what the first process told last. Null where one process serves alone. */
export const workersState = (): WorkersState | null => known;

/** In the first process: every worker can say how all of them are. */
export function broadcastWorkerState(state: WorkersState): void {
  for (const worker of Object.values(cluster.workers ?? {})) {
    if (worker?.isConnected()) worker.send({ type: STATE, state: JSON.stringify(state) } satisfies Message);
  }
}

/** In a worker, once. */
export function receiveWorkerState(): void {
  if (!cluster.isWorker) return;
  process.on('message', (message: Partial<Message>) => {
    if (message.type === STATE) known = revived(message.state ?? '');
  });
}

/** Dates travel as texts. */
function revived(text: string): WorkersState {
  const { wanted, running, roll } = JSON.parse(text) as WorkersState;
  return {
    wanted,
    running: running.map(({ version, startedAt }) => ({ version, startedAt: new Date(startedAt) })),
    roll: roll && { ...roll, at: new Date(roll.at) },
  };
}
