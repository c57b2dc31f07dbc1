import { givenOrMigratedCluster } from '#server/testing/template.ts';
import { build } from '../scripts/build.ts';

/** The build of these sources, and one PostgreSQL for the whole run. The workers, which inherit the environment, clone their databases from it. */
export default async function setup(): Promise<() => Promise<void>> {
  // Also for one test started alone: on a build of older sources it would prove nothing.
  await build({ log: () => {} });
  const running = await givenOrMigratedCluster();
  process.env.E2E_CLUSTER = JSON.stringify(running.cluster);
  return running.stop;
}
