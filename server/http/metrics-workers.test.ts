import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { WorkersState } from '#server/workers/state.ts';
import { measureWorkers } from './metrics-workers.ts';

const supervisor = { state: null as WorkersState | null, faults: 0 };
const registry = new Registry();
measureWorkers([registry], {
  workersState: () => supervisor.state,
  supervisorFaults: () => supervisor.faults,
});
const at = new Date('2026-11-18T12:00:00Z');
const worker = (version: string) => ({ version, startedAt: at });

test('workers that run, a roll that fails and faults of the first process are in the figures, and leave them again', async () => {
  supervisor.state = { wanted: 2, running: [worker('1')], roll: { at, state: 'failed' } };
  supervisor.faults = 3;
  const broken = await registry.metrics();
  for (const line of [
    'alvorada_workers{state="wanted",version=""} 2',
    'alvorada_workers{state="running",version="1"} 1',
    'alvorada_roll_failed 1',
    'alvorada_supervisor_faults 3',
  ]) {
    // From the start of its line: the help of a figure begins with its name and may go on with a number.
    expect(broken).toContain(`\n${line}\n`);
  }

  supervisor.state = { wanted: 2, running: [worker('2'), worker('2')], roll: { at, state: 'done' } };
  supervisor.faults = 0;
  const mended = await registry.metrics();
  for (const line of ['running",version="2"} 2', '\nalvorada_roll_failed 0', '\nalvorada_supervisor_faults 0']) {
    expect(mended).toContain(`${line}\n`);
  }
  expect(mended).not.toContain('version="1"');
});

test('a single process reports no workers and no roll that failed', async () => {
  supervisor.state = null;
  const figures = await registry.metrics();
  expect(figures).not.toMatch(/^alvorada_workers\{/m);
  expect(figures).toContain('\nalvorada_roll_failed 0\n');
});
