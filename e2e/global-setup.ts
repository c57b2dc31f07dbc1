import { startMigratedCluster } from '../server/testing/template.ts';

/** One PostgreSQL for the whole run. The workers, which inherit the environment, clone their databases from it. */
export default async function setup(): Promise<() => Promise<void>> {
  const running = await startMigratedCluster(process.env.TEST_DATABASE_URL);
  process.env.E2E_CLUSTER = JSON.stringify(running.cluster);
  return running.stop;
}
