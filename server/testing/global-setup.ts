import type { TestProject } from 'vitest/node';
import type { TestCluster } from './cluster.ts';
import { startMigratedCluster } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** One PostgreSQL for the whole run; each test file clones its own database from the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = await startMigratedCluster(process.env.TEST_DATABASE_URL);
  project.provide('cluster', running.cluster);
  return running.stop;
}
