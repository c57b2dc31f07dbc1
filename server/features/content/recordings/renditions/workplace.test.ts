import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HOUR_MS } from '#contract/time.ts';
import { clearWorkplaces, openWorkplace } from './workplace.ts';

const left = async (id: string) => (await readdir(tmpdir())).filter((name) => name.includes(id));

it('what killed attempts left goes with the next one, what is very old with any, and what others work in stays', async () => {
  const id = `prova-${process.pid}`;
  const [mine, other, old] = [`${id}-um`, `${id}-dois`, `${id}-velho`];
  const keyOf = (name: string) => `recordings/2026/${name}.mp4`;
  const killed = await openWorkplace(keyOf(mine), 12 * HOUR_MS);
  await mkdir(join(killed, 'inside'));
  const elsewhere = await openWorkplace(keyOf(other), 12 * HOUR_MS);
  const forgotten = await mkdtemp(join(tmpdir(), `alvorada-recording-${old}-`));
  const before = new Date(2020, 1, 1);
  await utimes(forgotten, before, before);

  const again = await openWorkplace(keyOf(mine), 12 * HOUR_MS);
  expect(await left(mine)).toEqual([again.split('/').at(-1)]);
  expect(again).not.toBe(killed);
  expect(await left(other)).toHaveLength(1);
  expect(await left(old)).toEqual([]);

  await clearWorkplaces(keyOf(mine));
  expect(await left(mine)).toEqual([]);
  await rm(elsewhere, { recursive: true });
});
