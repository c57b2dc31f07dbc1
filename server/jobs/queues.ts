import { PgBoss } from 'pg-boss';
import type { Connection } from '#server/db/connect.ts';

/** Creates the tables of the queue and the named queues, for jobs that a restore loads. */
export async function createQueues(connection: Connection, names: readonly string[]): Promise<void> {
  const boss = new PgBoss({ ...connection, max: 1, supervise: false, schedule: false });
  // Errors reject the calls below; without a listener they would end the process as well.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    for (const name of names) await boss.createQueue(name, { notify: true });
  } finally {
    await boss.stop({ graceful: false });
  }
}
