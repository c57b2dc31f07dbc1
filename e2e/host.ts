import { readConfig } from '../server/config.ts';
import { createLog } from '../server/http/logging.ts';
import { type Running, serve } from '../server/run.ts';
import { outliveStrayFaults } from '../server/stray-faults.ts';

/** One server after the other, as a worker wishes. It ends when the worker is gone. */
export type Wish = 'start' | 'stop';
export type Order = { wish: Wish; environment: Record<string, string> };
export type Answer = { fault?: string };

let running: Running | null = null;
let forget = (): void => {};

async function start(environment: Order['environment']): Promise<void> {
  const config = readConfig(environment);
  const log = createLog(config);
  await serve(config, log, (opened) => {
    running = opened;
  });
  forget = outliveStrayFaults(log);
}

async function stop(): Promise<void> {
  // As at SIGTERM: what browsers keep open is not waited for.
  running?.app.drain();
  await running?.close();
  running = null;
  forget();
}

const wishes: Record<Wish, (environment: Order['environment']) => Promise<void>> = { start, stop };

process.on('message', ({ wish, environment }: Order) => {
  wishes[wish](environment).then(
    () => process.send?.({} satisfies Answer),
    (error: unknown) => process.send?.({ fault: (error as Error).stack ?? String(error) } satisfies Answer),
  );
});
process.on('disconnect', () => void stop().then(() => process.exit(0)));
