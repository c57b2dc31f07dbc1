import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { healthy, scenarios } from '#server/parts/testing/alert-scenarios.ts';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'deploy/observability/alvorada-rules.yml'), 'utf8');
const { groups } = parse(text) as { groups: { rules: { alert?: string; expr: string }[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.flatMap(({ alert }) => alert ?? []).sort();

const figures = 'server/http/alert-figures.api.test.ts';
const metrics = 'server/http/metrics.api.test.ts';
const workers = 'server/http/metrics-workers.test.ts';

/** Where the fault of each alert is made on the product itself, and its figure is read: file and name of the test. */
const faultTests: Record<string, readonly [file: string, name: string]> = {
  AlvoradaGone: [figures, 'a server that runs reports its version'],
  AlvoradaInstanceDown: [figures, 'a server that runs reports its version'],
  AlvoradaNotReady: [figures, 'a database that takes no writes is up and not ready'],
  AlvoradaDatabaseAway: ['server/faults/outage.faults.test.ts', 'a database that %s loses no acknowledged write'],
  AlvoradaFaults: [figures, 'a request that ends with 500 is counted'],
  AlvoradaStrayFault: [figures, 'a fault that nobody caught is counted'],
  AlvoradaSlow: [figures, 'a request that ends with 500 is counted with its status and in the seconds of its route'],
  AlvoradaWaitsForConnections: [figures, 'a request that waits for a connection is counted'],
  AlvoradaLoopLate: [figures, 'its disk and the delay of its event loop'],
  AlvoradaRollFailed: [workers, 'a roll that fails'],
  AlvoradaWorkersMissing: [workers, 'workers that run'],
  AlvoradaSupervisorFault: [workers, 'faults of the first process'],
  AlvoradaJobsLate: [figures, 'a job that nobody takes is reported'],
  AlvoradaJobsRetried: [figures, 'an e-mail that cannot leave'],
  AlvoradaMailsFail: [figures, 'an e-mail that cannot leave'],
  AlvoradaBrowserFaults: [
    'server/features/platform/browser-faults/browser-faults.api.test.ts',
    'writes one clean line for the operator and counts it',
  ],
  AlvoradaFilesLost: [metrics, 'counts a stored file that is gone'],
  AlvoradaBackupNever: [metrics, 'reports a school without a backup as such'],
  AlvoradaBackupOld: [metrics, 'reports a school without a backup as such'],
  AlvoradaClocksDisagree: [figures, 'a clock that is behind is reported'],
  AlvoradaDiskFull: [figures, 'its disk and the delay of its event loop'],
  AlvoradaReplicaUnused: [
    'server/faults/replica.faults.test.ts',
    'the primary answers and the operator is warned when the replica stalls or is gone',
  ],
};

test('every alert has one scenario with its figures, which promtool plays in npm run test:parts', () => {
  expect(scenarios.map(({ alert }) => alert).sort()).toEqual(alerts);
});

test('every alert names a test in which its figure is read from the product, and that test exists', () => {
  expect(Object.keys(faultTests).sort()).toEqual(alerts);
  for (const [alert, [file, name]] of Object.entries(faultTests)) {
    expect(readFileSync(join(root, file), 'utf8').includes(name), `${alert}: "${name}" in ${file}`).toBe(true);
  }
});

test('the healthy school of the scenarios has every figure that a rule reads', () => {
  const told = new Set(healthy.map(([series]) => series.replace(/\{.*/, '')));
  const read = rules.flatMap(({ expr }) => [...expr.matchAll(/\b(?:alvorada|nodejs)_\w+/g)].map(([name]) => name));
  expect([...new Set(read)].filter((name) => !told.has(name))).toEqual([]);
});
