import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { refuseTakenPort } from './free-port.ts';

test('a taken port is named, a free one stays free', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(refuseTakenPort(port, '127.0.0.1')).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken by another program: stop it, or set PORT to a free one.`,
  );
  other.close();
  await once(other, 'close');
  await refuseTakenPort(port, '127.0.0.1');
  await refuseTakenPort(port, '127.0.0.1');
});
