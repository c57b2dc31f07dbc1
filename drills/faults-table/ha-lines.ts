import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HaResult } from '../ha/result.ts';
import { missingHere } from '../ha/set-up.ts';
import { END_MS, within } from '../wait.ts';
import type { Line } from './round.ts';

/** Shorter than the line of the table, so that the nodes are taken down within it. */
const NODES_MS = 1_500_000;

/** One fault of each kind by npm run test:ha, whose own run has twenty. A run that takes too long is ended. */
export async function haLines(directory: string): Promise<Line[]> {
  if (missingHere()) return [{ fault: 'the primary of three PostgreSQL nodes', here: false }];
  const out = join(directory, 'ha.json');
  const script = join(import.meta.dirname, '../ha.ts');
  const args = [script, '--faults', '5', '--writes', '2000', '--control', '0', '--out', out];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    await within('the end of npm run test:ha', NODES_MS, ended);
  } catch (error) {
    // By its signal it takes the nodes and their network down.
    child.kill('SIGTERM');
    await within('the end of npm run test:ha after SIGTERM', END_MS, ended).catch(() => child.kill('SIGKILL'));
    throw error;
  }
  const result = JSON.parse(await readFile(out, 'utf8')) as HaResult;
  return result.rows.map(({ fault, gaps, refused, broken, acknowledged }) => ({
    fault: `primary of three nodes: ${fault}`,
    here: true,
    acknowledged,
    lost: result.lost,
    seen: `${refused} times 503 with Retry-After, ${broken} connections broken`,
    recovery: `${Math.max(...gaps).toFixed(1)} s without writes, by itself`,
    isWrong: result.failed.length > 0,
  }));
}
