import type { Log } from '#server/log.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Off, and not even loaded, unless the environment names a collector. */
export async function openTracing({ tracing }: { tracing: boolean }, log: Pick<Log, 'warn'>): Promise<Tracing> {
  if (!tracing) return noTracing;
  const { startTracing } = await import('./opentelemetry.ts');
  return startTracing(log);
}
