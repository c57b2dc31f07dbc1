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

type NamedTest = readonly [file: string, name: string];

/**
 * Alerts whose fault no test can make on the product: the figure is read from a server that is well. Without a server there is
 * no figure, and a full disk would be that of everything else on the machine.
 */
const figureTests: Record<string, NamedTest> = {
  AlvoradaGone: [figures, 'a server that runs reports its version'],
  AlvoradaDiskFull: [figures, 'a server that runs reports its version, its disk'],
};

/** Where the fault of each other alert is made on the product itself, and its figure is read. */
const faultTests: Record<string, NamedTest> = {
  AlvoradaInstanceDown: [
    'server/faults/processes.faults.test.ts',
    'a process that was killed answers no scrape, and the other one reports itself',
  ],
  AlvoradaNotReady: [figures, 'a database that takes no writes is up and not ready'],
  AlvoradaDatabaseAway: ['server/faults/outage.faults.test.ts', 'a database that %s loses no acknowledged write'],
  AlvoradaFaults: [figures, 'a request that ends with 500 is counted'],
  AlvoradaStrayFault: [figures, 'an uncaught fault is counted by its kind'],
  AlvoradaSlow: [figures, 'a read that waits for a locked table is counted as slower than a second'],
  AlvoradaWaitsForConnections: [figures, 'a request that waits for a connection is counted'],
  AlvoradaLoopLate: [figures, 'an event loop that is blocked for half a second is late'],
  AlvoradaRollFailed: [workers, 'a roll that fails'],
  AlvoradaWorkersMissing: [workers, 'workers that run'],
  AlvoradaSupervisorFault: [workers, 'faults of the first process'],
  AlvoradaJobsLate: [figures, 'a job that no worker takes is reported'],
  AlvoradaJobsRetried: [figures, 'an e-mail that cannot leave'],
  AlvoradaMailsFail: [figures, 'an e-mail that cannot leave'],
  AlvoradaBrowserFaults: [
    'server/features/platform/browser-faults/browser-faults.api.test.ts',
    'writes one clean line for the operator and counts it',
  ],
  AlvoradaFilesLost: [metrics, 'counts a stored file that is gone'],
  AlvoradaBackupNever: [metrics, 'reports a school without a backup as such'],
  AlvoradaBackupOld: [figures, 'a backup of two days ago is reported with its time'],
  AlvoradaClocksDisagree: [figures, 'a clock that is behind is reported'],
  AlvoradaReplicaUnused: [
    'server/faults/replica.faults.test.ts',
    'the primary answers and the operator is warned when the replica stalls or is gone',
  ],
};

test('every alert has one scenario with its figures, which promtool plays in npm run test:parts', () => {
  expect(scenarios.map(({ alert }) => alert).sort()).toEqual(alerts);
});

test('every alert names a test that makes its fault on the product, or reads its figure where no test can, and that test exists', () => {
  const named = { ...figureTests, ...faultTests };
  expect([...Object.keys(figureTests), ...Object.keys(faultTests)].sort()).toEqual(alerts);
  for (const [alert, [file, name]] of Object.entries(named)) {
    expect(readFileSync(join(root, file), 'utf8').includes(name), `${alert}: "${name}" in ${file}`).toBe(true);
  }
});

test('the healthy school of the scenarios has every figure that a rule reads', () => {
  const told = new Set(healthy.map(([series]) => series.replace(/\{.*/, '')));
  const read = rules.flatMap(({ expr }) => [...expr.matchAll(/\b(?:alvorada|nodejs)_\w+/g)].map(([name]) => name));
  expect([...new Set(read)].filter((name) => !told.has(name))).toEqual([]);
});
