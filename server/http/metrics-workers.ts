import { Gauge, type Registry } from 'prom-client';
import { supervisorFaults, workersState } from '#server/workers/state.ts';

/** Every worker reports the same numbers for all of them. `supervisor` says what the first process has reported. */
export function measureWorkers(registers: Registry[], supervisor = { workersState, supervisorFaults }): void {
  const workers = new Gauge({
    name: 'alvorada_workers',
    help: 'Processes of this machine: wanted, and running by version.',
    labelNames: ['state', 'version'],
    registers,
    aggregator: 'max',
    collect() {
      workers.reset();
      const state = supervisor.workersState();
      if (!state) return;
      workers.set({ state: 'wanted', version: '' }, state.wanted);
      for (const { version: release } of state.running) workers.inc({ state: 'running', version: release });
    },
  });
  const faults = new Gauge({
    name: 'alvorada_supervisor_faults',
    help: 'Uncaught faults of the process that starts the workers, since its start.',
    registers,
    aggregator: 'max',
    collect() {
      faults.set(supervisor.supervisorFaults());
    },
  });
  const rollFailed = new Gauge({
    name: 'alvorada_roll_failed',
    help: '1 where the last release that was to replace the workers did not start.',
    registers,
    aggregator: 'max',
    collect() {
      rollFailed.set(supervisor.workersState()?.roll?.state === 'failed' ? 1 : 0);
    },
  });
}
