import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';
import { connectionUrl } from '#server/db/embedded-socket.ts';

/**
 * Plays the external PostgreSQL of DATABASE_URL, so that a test can stop and restart it independently of the server.
 */
export async function startOutsidePostgres(dataDir: string) {
  const start = () => startEmbedded({ dataDir, log: () => undefined });
  let running = await start();
  const postmaster = async () => {
    const [pid = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    return Number(pid);
  };
  return {
    url: connectionUrl(running.connection),
    connection: running.connection,
    stop: () => running.stop(),
    async bringBack() {
      running = await start();
    },
    /** As killed by the out-of-memory killer; acknowledged data must be on disk. */
    async crash() {
      process.kill(await postmaster(), 'SIGKILL');
      await running.ended;
      await running.stop();
    },
    /** Stops all processes with open connections: like a hanging machine or a cut cable. */
    async freeze() {
      for (const pid of await family(await postmaster())) process.kill(pid, 'SIGSTOP');
    },
    async thaw() {
      for (const pid of await family(await postmaster())) process.kill(pid, 'SIGCONT');
    },
  };
}

/** The postmaster first: it must not start new processes meanwhile. */
async function family(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').filter(Boolean).map(Number)];
}
