import { describe, expect, it } from 'vitest';
import { aliasesOf } from './aliases.ts';

const people = Array.from({ length: 4_000 }, (_, place) => `person-${place}`);

describe('aliases', () => {
  it('are a bird or a tree and a number, one for each, the same in whatever order people come', async () => {
    const aliases = await aliasesOf('secret', 8, people);
    expect(new Set(aliases.values()).size).toBe(people.length);
    for (const alias of aliases.values()) expect(alias).toMatch(/^\p{Lu}[\p{L}-]+ [1-9]\d{0,3}$/u);
    expect(await aliasesOf('secret', 8, people.toReversed())).toEqual(aliases);
  });

  it('tell nothing from one exam to the next, nor without the secret', async () => {
    const few = people.slice(0, 400);
    const same = (one: Map<string, string>, other: Map<string, string>) =>
      few.filter((person) => one.get(person) === other.get(person)).length;
    const aliases = await aliasesOf('secret', 8, few);
    expect(same(aliases, await aliasesOf('secret', 9, few))).toBeLessThan(4);
    expect(same(aliases, await aliasesOf('other', 8, few))).toBeLessThan(4);
  });
});
