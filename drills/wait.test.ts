import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { request, stopServer, until, within } from './wait.ts';

const never = () => new Promise<never>(() => undefined);

test('a check that never answers ends with the line that says what it waited for', async () => {
  await expect(until('another primary', 20, never, 1)).rejects.toThrow(/^another primary: not within 0\.02 s\./);
});

test('a check that fails every time ends with its last reason', async () => {
  const refused = () => Promise.reject(new Error('connection refused'));
  await expect(until('answers', 20, refused, 1)).rejects.toThrow(
    'answers: not within 0.02 s. The last check: connection refused',
  );
});

test('a check that fails at first and holds later ends the wait', async () => {
  let tries = 0;
  const later = () => {
    tries += 1;
    if (tries < 3) throw new Error('not yet');
    return true;
  };
  await until('answers', 5000, later, 1);
  expect(tries).toBe(3);
});

test('work that takes too long ends with its name, and work in time with its result', async () => {
  await expect(within('counting', 10, never())).rejects.toThrow('counting: not within 0.01 s.');
  expect(await within('counting', 5000, Promise.resolve(7))).toBe(7);
});

test('a server that outlives its signal is killed, and the wait ends with its line', async () => {
  const signals: string[] = [];
  const kill = (signal: NodeJS.Signals) => void signals.push(signal);
  await expect(stopServer({ kill, ended: never() }, 'SIGTERM', 10)).rejects.toThrow(
    'the end of a server after SIGTERM: not within 0.01 s.',
  );
  expect(signals).toEqual(['SIGTERM', 'SIGKILL']);
  expect(await stopServer({ kill, ended: Promise.resolve(0) })).toBe(0);
  expect(signals.slice(2)).toEqual(['SIGTERM']);
});

test('a request without an answer fails with its address', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  try {
    const url = `http://127.0.0.1:${port}/readyz`;
    await expect(request(url, {}, 10)).rejects.toThrow(`an answer of ${url}: `);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

/** From each call of this name to its closing bracket. */
function callsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ index }) => {
    let [end, depth] = [index + name.length + 1, 1];
    for (; depth > 0 && end < text.length; end += 1) depth += { '(': 1, ')': -1 }[text[end] ?? ''] ?? 0;
    return text.slice(index, end);
  });
}

/** Parts of the server that start or ask something without a limit. `parts.ts` has the bounded ones. */
const unboundedImport =
  /import \{[^}]*\b(?:start\w+|oneClient|connect|asAdmin)\b[^}]*\} from '#server\/(?:testing|parts|db)\/[^']*'/g;

function unboundedWaits(text: string): string[] {
  return [
    ...(text.match(/await [\w?.[\]]*\bended\b/g) ?? []),
    ...(text.match(/await (?:events\.)?once\(/g) ?? []),
    ...(text.match(/\bpromisify\(|new pg\.(?:Client|Pool)\(/g) ?? []),
    ...(text.match(unboundedImport) ?? []),
    ...callsOf(text, 'fetch').filter((call) => !call.includes('signal:')),
    ...['execFileSync', 'spawnSync', 'execSync'].flatMap((name) =>
      callsOf(text, name).filter((call) => !call.includes('timeout:')),
    ),
  ];
}

/** What makes the bounded forms of everything else. */
const foundations: readonly string[] = ['wait.ts', 'parts.ts', 'start-server.ts'];

test('no drill waits without a limit for an answer, a statement, a command, or the start or end of a process', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !foundations.includes(name),
  );
  const unbounded = files.flatMap((name) =>
    unboundedWaits(readFileSync(join(import.meta.dirname, name), 'utf8')).map((wait) => `${name}: ${wait}`),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(unbounded).toEqual([]);
});

test.each([
  "await once(child, 'exit');",
  'await server.ended;',
  'const client = new pg.Client(database.connection);',
  "import { startSmtp } from '#server/testing/smtp.ts';",
  "import { oneClient } from '#server/db/one-client.ts';",
  "import { type Connection, connect } from '#server/db/connect.ts';",
  "import { startServerProcess } from '#server/testing/server-process.ts';",
  'const run = promisify(execFile);',
  "execFileSync('git', ['rev-parse', 'HEAD'], { cwd });",
  "await fetch(url + '/readyz', { method: 'POST' });",
])('a drill that contains %j is found', (line) => {
  expect(unboundedWaits(line)).toHaveLength(1);
});

test.each([
  'await within(what, 10, server.ended);',
  "import type { ServerProcess } from '#server/testing/server-process.ts';",
  "import type { Connection } from '#server/db/connect.ts';",
  "execFileSync('git', ['archive', commit], { cwd, timeout: 10 });",
])('a drill that contains %j waits with a limit', (line) => {
  expect(unboundedWaits(line)).toEqual([]);
});
