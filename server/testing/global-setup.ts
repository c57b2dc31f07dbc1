import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { TestCluster } from './cluster.ts';
import { type RawStatement, readRawStatements } from './raw-statements.ts';
import { givenOrMigratedCluster } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
    rawStatements: { statements: RawStatement[]; notesFile: string };
  }
}

/** Executed by the fault tests, which have a replica. */
const inFaultTests = /^server\/db\/replica\.ts:/;

/** Vitest only reports an error after the last test: the exit code fails the run. */
function fail(what: string, sites: string[]): void {
  process.stderr.write(`${what}:\n${sites.join('\n')}\n`);
  process.exitCode = 1;
}

/** Tests that execute a raw statement record whether its row type is correct (check-raw-statements.ts). */
async function provideRawStatements(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'alvorada-statements-'));
  const notesFile = join(folder, 'notes');
  await writeFile(notesFile, '');
  const statements = readRawStatements();
  project.provide('rawStatements', { statements, notesFile });
  return async () => {
    const notes = (await readFile(notesFile, 'utf8')).split('\n');
    await rm(folder, { recursive: true });
    const of = (kind: string) =>
      new Set(notes.flatMap((note) => (note.startsWith(kind) ? note.slice(kind.length) : [])));
    const [seen, wrong] = [of('seen '), of('wrong ')];
    if (wrong.size > 0) fail('Row types that do not hold', [...wrong]);
    const unseen = statements.flatMap(({ site }) => (seen.has(site) || inFaultTests.test(site) ? [] : site));
    if (process.env.ALL_STATEMENTS === 'true' && unseen.length > 0) fail('Statements that no test executes', unseen);
  };
}

/** One PostgreSQL for the whole run; each test file clones its own database from the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = await givenOrMigratedCluster();
  project.provide('cluster', running.cluster);
  const checkSeen = await provideRawStatements(project);
  return async () => {
    await running.stop();
    await checkSeen();
  };
}
