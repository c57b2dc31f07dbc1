import { migrate } from '../db/migrate.ts';
import { createLog } from '../http/logging.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createTemplate, type RunningTestCluster, startTestCluster, type TestConnection } from './cluster.ts';

const silent = createLog({ logLevel: 'silent' });

/** A cluster whose clones are migrated and have the job queue's tables. */
export async function startMigratedCluster(url: string | undefined): Promise<RunningTestCluster> {
  const running = await startTestCluster({ url });
  await createTemplate(running.cluster, async (connection: TestConnection) => {
    await migrate(connection);
    const jobs = createJobs(connection, silent);
    await jobs.start({ work: false });
    await jobs.stop();
  });
  return running;
}
