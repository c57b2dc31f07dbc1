import { Counter, Gauge, type Registry } from 'prom-client';
import type { Deps } from '#server/deps.ts';

/** Metrics of the replica of DATABASE_REPLICA_URL. Without a replica they report no problem. */
export function measureReplica({ replica }: Deps, registers: Registry[]): void {
  const lag = new Gauge({
    name: 'alvorada_replica_lag_seconds',
    help: 'How old the newest state is of which the replica has everything.',
    registers,
    aggregator: 'max',
    collect() {
      lag.set(replica?.state.lagSeconds ?? 0);
    },
  });
  const unused = new Gauge({
    name: 'alvorada_replica_unused',
    help: '1 while nothing is read from the replica that there should be, because it is away or too far behind.',
    registers,
    aggregator: 'max',
    collect() {
      unused.set(replica && replica.state.state !== 'ready' ? 1 : 0);
    },
  });
  const reads = new Counter({
    name: 'alvorada_lagging_reads_total',
    help: 'Calls that may lag, by why they were read where they were: `replica`, all others from the primary.',
    labelNames: ['reason'],
    registers,
    collect() {
      reads.reset();
      for (const [reason, count] of Object.entries(replica?.counts ?? {})) reads.inc({ reason }, count);
    },
  });
}
