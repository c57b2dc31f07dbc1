import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/http/logging.ts';
import { openDeps } from '#server/start.ts';

/**
 * Run by template.ts in a child process: creates the queues of the whole app once, and not in each clone. A test runner
 * would read and transform a thousand modules for it; Node runs them directly.
 */
const [connectionString = ''] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-data-'));
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir });
const { deps, close } = await openDeps(config, { connectionString }, createLog(config));
const app = await buildApp(deps);
await deps.jobs.start({ work: false });
await app.close();
await close();
await rm(dataDir, { recursive: true, force: true });
