import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { ask, bounded, openClient, run } from './parts.ts';

const never = () => new Promise<never>(() => undefined);

test('a part whose call hangs ends with the call and the part, and its values are those of the part', async () => {
  const part = bounded('the writers', { acknowledged: ['a'], stop: never, name: () => 'x' }, 10);
  expect(part.acknowledged).toEqual(['a']);
  expect(part.name()).toBe('x');
  await expect(part.stop()).rejects.toThrow('stop of the writers: not within 0.01 s.');
});

test('a command that hangs is killed and ends with its name', async () => {
  await expect(run('sleep', ['30'], { patienceMs: 50 })).rejects.toThrow('the end of sleep 30: not within 0.05 s.');
  expect(await run('echo', ['done'])).toBe('done\n');
  await expect(run('sh', ['-c', 'echo no >&2; exit 3'])).rejects.toThrow('sh -c echo no >&2; exit 3: no');
});

test('a database that never answers ends a statement with a line', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const config = { host: '127.0.0.1', port, user: 'x', database: 'x', connectionTimeoutMillis: 50 };
  try {
    await expect(openClient(config)).rejects.toThrow(/timeout|connection/i);
    await expect(ask(config, 'SELECT 1')).rejects.toThrow(/timeout|connection/i);
  } finally {
    silent.close();
  }
});
