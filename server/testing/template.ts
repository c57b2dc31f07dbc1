import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import {
  createTemplate,
  type RunningTestCluster,
  startTestCluster,
  type TestCluster,
  type TestConnection,
} from './cluster.ts';

const root = join(import.meta.dirname, '../..');

/** A cluster whose clones are migrated and have the job queue's tables and queues. */
export async function startMigratedCluster(url: string | undefined): Promise<RunningTestCluster> {
  const running = await startTestCluster({ url });
  await createTemplate(running.cluster, async (connection: TestConnection) => {
    await migrate(connection);
    const program = join(import.meta.dirname, 'template-queues.ts');
    await promisify(execFile)(process.execPath, [program, connection.connectionString], {
      cwd: root,
      // Without the loaders of the test runner.
      env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: join(root, '.cache/node') },
    });
  });
  return running;
}

/** The cluster that `npm test` has started for all its suites (scripts/test.ts), or a new one. */
export async function givenOrMigratedCluster(): Promise<RunningTestCluster> {
  const given = process.env.TEST_CLUSTER;
  if (given) return { cluster: JSON.parse(given) as TestCluster, stop: async () => {} };
  return startMigratedCluster(process.env.TEST_DATABASE_URL);
}
