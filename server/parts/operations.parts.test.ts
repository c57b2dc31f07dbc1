import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachine, type Machine } from '#server/testing/machine/machine.ts';

/**
 * The part of docs/operations.md that `server/faults/operations.faults.test.ts` shortens: the real `npm ci` and the
 * real build, in a clone of the current commit.
 */
const root = join(import.meta.dirname, '../..');
/** An installation and a build on two busy cores. */
const LONGEST_MS = 900_000;

let machine: Machine;
beforeAll(async () => {
  machine = await createMachine({ npm: 'real', longestMs: LONGEST_MS });
});
afterAll(() => machine.remove());

test(
  'a clone is installed and built by the commands of the document, and its bin/alvorada runs',
  async () => {
    const folder = join(machine.root, 'opt/alvorada/releases/1.0.0');
    await mkdir(join(machine.root, 'opt/alvorada/releases'), { recursive: true });
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]);
    rmSync(join(folder, '.git'), { recursive: true });
    const { code, said } = await machine.run(
      'cd /opt/alvorada/releases/1.0.0\nnpm ci --include=dev\nnpm run build\nbin/alvorada help',
    );
    expect(code, said).toBe(0);
    expect(said).toContain('bin/alvorada <command>');
  },
  LONGEST_MS + 60_000,
);
