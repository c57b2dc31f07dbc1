import { once } from 'node:events';
import { createServer } from 'node:net';

/** Fails before a database is started, migrated and stopped again for nothing. Port 0 is always free. */
export async function refuseTakenPort(port: number, host: string): Promise<void> {
  const probe = createServer();
  probe.listen({ port, host, exclusive: true });
  try {
    await once(probe, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${port} on ${host} is taken by another program: stop it, or set PORT to a free one.`);
    }
    if (code === 'EACCES') throw new Error(`Port ${port} may not be used by this account: set PORT to 1024 or above.`);
    throw error;
  }
  probe.close();
  await once(probe, 'close');
}
