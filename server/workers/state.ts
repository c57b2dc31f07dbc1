import cluster from 'node:cluster';

/** The state of the workers, known to the first process. */
export type WorkersState = {
  wanted: number;
  running: { version: string; startedAt: Date }[];
  /** The last replacement of all workers. */
  roll: { at: Date; state: 'running' | 'done' | 'failed' } | null;
};

const STATE = 'workers:state';
type Message = { type: typeof STATE; state: string };

let known: WorkersState | null = null;

/** In a worker: the last state sent by the first process. Null with a single process. */
export const workersState = (): WorkersState | null => known;

/** In the first process: sends the state to every worker, so that each can report it. */
export function broadcastWorkerState(state: WorkersState): void {
  for (const worker of Object.values(cluster.workers ?? {})) {
    if (worker?.isConnected()) worker.send({ type: STATE, state: JSON.stringify(state) } satisfies Message);
  }
}

/** Called once in a worker. */
export function receiveWorkerState(): void {
  if (!cluster.isWorker) return;
  process.on('message', (message: Partial<Message>) => {
    if (message.type === STATE) known = revived(message.state ?? '');
  });
}

/** Dates are sent as text. */
function revived(text: string): WorkersState {
  const { wanted, running, roll } = JSON.parse(text) as WorkersState;
  return {
    wanted,
    running: running.map(({ version, startedAt }) => ({ version, startedAt: new Date(startedAt) })),
    roll: roll && { ...roll, at: new Date(roll.at) },
  };
}
