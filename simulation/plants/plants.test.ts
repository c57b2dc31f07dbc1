import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { planted } from './planted.ts';
import { plants } from './plants.ts';

it('every planted fault fits its file exactly once and changes it, and no two have one name', async () => {
  for (const plant of plants) {
    const text = await readFile(join(import.meta.dirname, '../..', plant.file), 'utf8');
    expect(planted(plant, text), plant.name).not.toBe(text);
  }
  expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length);
});

it('a plant that fits twice is an error', () => {
  const plant = { name: 'two', fault: '', file: '', was: 'a', becomes: 'b' };
  expect(() => planted(plant, 'a a')).toThrow('fits 2 times');
});
