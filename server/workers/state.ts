import cluster from 'node:cluster';

/** The state of the workers, known to the first process. */
export type WorkersState = {
  wanted: number;
  running: { version: string; startedAt: Date }[];
  /** The last replacement of all workers. */
  roll: { at: Date; state: 'running' | 'done' | 'failed' } | null;
};

/** Uncaught faults of the first process, which has no metrics: a worker reports them. */
type Faults = { faults: number };

const STATE = 'workers:state';
type Message = { type: typeof STATE; state: string };

let known: WorkersState | null = null;
let faults = 0;

/** In a worker: the last state sent by the first process. Null with a single process. */
export const workersState = (): WorkersState | null => known;

/** In a worker: the uncaught faults of the first process. */
export const supervisorFaults = (): number => faults;

/** In the first process: sends the state to every worker, so that each can report it. */
export function broadcastWorkerState(state: WorkersState & Faults): void {
  for (const worker of Object.values(cluster.workers ?? {})) {
    if (worker?.isConnected()) worker.send({ type: STATE, state: JSON.stringify(state) } satisfies Message);
  }
}

/** Called once in a worker. */
export function receiveWorkerState(): void {
  if (!cluster.isWorker) return;
  process.on('message', (message: Partial<Message>) => {
    if (message.type !== STATE) return;
    const state = JSON.parse(message.state ?? '') as WorkersState & Faults;
    known = revived(state);
    faults = state.faults;
  });
}

/** Dates are sent as text. */
const revived = ({ wanted, running, roll }: WorkersState): WorkersState => ({
  wanted,
  running: running.map(({ version, startedAt }) => ({ version, startedAt: new Date(startedAt) })),
  roll: roll && { ...roll, at: new Date(roll.at) },
});
