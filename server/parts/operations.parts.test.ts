import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * Follows the document like an operator: runs every block of commands as written, in a clone of the current commit. A
 * block with a comment `<!-- needs … -->` above it needs a machine that this one is not.
 */
const root = join(import.meta.dirname, '../..');
const BLOCK = /(?:<!-- needs (?<needs>[^>]+?) -->\n)?```sh\n(?<commands>.*?)```/gs;

let clone: string;
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'alvorada-operations-'));
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
});
afterAll(() => rm(clone, { recursive: true, force: true, maxRetries: 20 }));

const answers: Record<string, string> = {
  SESSION_SECRET: 'um-segredo-de-pelo-menos-32-letras-e-mais',
  METRICS_TOKEN: 'um-segredo-para-as-medidas',
  SUPPORT_EMAIL: 'ajuda@escola.example',
  PIX_KEY: 'pix@escola.example',
  PIX_MERCHANT_NAME: 'Escola',
  PIX_MERCHANT_CITY: 'Recife',
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'escola@escola.example',
  ADMIN_USERNAME: 'direcao',
  ADMIN_PASSWORD: 'uma-senha-comprida',
  ADMIN_EMAIL: 'direcao@escola.example',
};

/** The manual step that the document describes between two blocks. */
async function fillIn(): Promise<void> {
  const file = join(clone, 'alvorada.env');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(/^(\w+)=$/gm, (line, name: string) => (answers[name] ? `${name}=${answers[name]}` : line)),
  );
}

/** Two installations and two builds on two busy cores; a block that takes longer hangs, and its output shows where. */
const LONGEST_MS = 900_000;

async function run(commands: string): Promise<{ code: number | null; said: string }> {
  // With job control (%1); the first failure ends it, as an operator would stop there.
  const shell = spawn('bash', ['-c', `set -e -m\n${commands}`], {
    cwd: clone,
    // npm uses its cache.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_prefer_offline: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  // A block that failed half-way leaves its server running, in the same session.
  const endAll = () => spawnSync('pkill', ['--session', String(shell.pid)]);
  const late = setTimeout(() => {
    said += `\n(still at it after ${LONGEST_MS / 60_000} minutes)`;
    endAll();
  }, LONGEST_MS);
  const [code] = (await once(shell, 'exit')) as [number | null];
  clearTimeout(late);
  endAll();
  return { code, said };
}

// The blocks as committed, each as a separate test, so that a run of many minutes shows its progress.
const blocks = [
  ...execFileSync('git', ['show', 'HEAD:docs/operations.md'], { cwd: root, encoding: 'utf8' }).matchAll(BLOCK),
].map(({ groups }) => ({ need: groups?.needs, commands: groups?.commands ?? '' }));

test('docs/operations.md has commands, and says of each block that is not for every machine what it needs', () => {
  expect(blocks.length).toBeGreaterThan(3);
  const needs = blocks.flatMap(({ need }) => need ?? []);
  expect(needs.filter((need) => !['systemd', 'a domain', 'containers', 'a cluster'].includes(need))).toEqual([]);
});

const here = blocks.filter(({ need }) => need === undefined).map(({ commands }) => commands);

test.for(here)('works as it is written: %s', { timeout: LONGEST_MS + 60_000 }, async (commands) => {
  const { code, said } = await run(commands);
  expect(code, `${commands}\n${said}`).toBe(0);
  if (commands.includes('alvorada.env\n')) await fillIn();
});
