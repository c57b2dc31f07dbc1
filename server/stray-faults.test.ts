import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Runs in a child process: vitest listens to the same events. */
const script = `
import { EventEmitter } from 'node:events';
import { outliveStrayFaults, strayFaults } from ${JSON.stringify(new URL('./stray-faults.ts', import.meta.url).href)};
outliveStrayFaults({ fatal: ({ origin, err }) => console.log(origin + ': ' + err.message) });
setImmediate(() => new EventEmitter().emit('error', new Error('an event')));
setImmediate(() => { throw 'a text with somebody\\'s name'; });
Promise.reject(new Error('a promise'));
const wait = () => strayFaults.exception + strayFaults.rejection < 3 ? setImmediate(wait) : console.log(JSON.stringify(strayFaults));
wait();
`;

test('an uncaught error event, throw and rejected promise are logged and counted, and do not end the process', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise((resolve) => child.once('close', resolve));
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect([await code, complaints]).toEqual([0, '']);
  expect(said.trim().split('\n').sort()).toEqual([
    'uncaughtException: Thrown: string',
    'uncaughtException: an event',
    'unhandledRejection: a promise',
    '{"exception":2,"rejection":1}',
  ]);
});
