import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './embedded-run.ts';
import { connectionThrough, type EmbeddedConnection } from './embedded-socket.ts';

/**
 * The connection to the embedded PostgreSQL of a server that runs on this DATA_DIR, for commands that run beside it.
 * Null when none runs: PostgreSQL's pid file has the socket's directory in its fifth line, and is removed with it.
 */
export async function runningEmbedded(dataDir: string): Promise<EmbeddedConnection | null> {
  let lines: string[];
  try {
    lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  const [pid = '', , , , socket = '', , , status = ''] = lines;
  if (!status.startsWith('ready') || !isAlive(Number(pid))) return null;
  return connectionThrough({ path: socket, temporary: false });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
