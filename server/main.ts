import cluster from 'node:cluster';
import { readConfig } from './config.ts';
import { warningsOf } from './config-warnings.ts';
import { openDatabase } from './db/open-database.ts';
import { ConfigError } from './environment.ts';
import { refuseTakenPort } from './free-port.ts';
import { createLog } from './http/logging.ts';
import { superviseWorkers } from './workers/cluster.ts';

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config);
  if (cluster.isPrimary) for (const warning of warningsOf(config)) log.warn(warning);
  if (cluster.isPrimary) await refuseTakenPort(config.port, config.host);
  if (config.workers > 1 && cluster.isPrimary) await superviseWorkers(config, log);
  else {
    // Loading the server's modules blocks this thread for seconds, while PostgreSQL creates or starts the database.
    const load = () => import('./run.ts');
    const database = await openDatabase(config, log, () => void load());
    const { runServer } = await load();
    await runServer(config, log, database);
  }
}

main().catch((error: unknown) => {
  // An error that an operator can act on explains itself by its message; a bug of ours needs its stack.
  const ours = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  const prefix = error instanceof ConfigError ? 'Configuration' : 'The start failed';
  const { message } = error as Error;
  // A list of problems has a line each.
  const lines = message.includes('\n') ? `\n  ${message.replaceAll('\n', '\n  ')}` : ` ${message}`;
  process.stderr.write(`${prefix}:${lines}\n${ours ? `${error.stack}\n` : ''}`);
  process.exit(1);
});
