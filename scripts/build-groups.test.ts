import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Module, planGroups } from './build-groups.ts';

const module = (id: string, ...imports: string[]): Module => ({ id, bytes: 100, imports });
const alone = (mostFiles: number, ...parts: string[]) => parts.map((part) => ({ parts: [part], weight: 1, mostFiles }));

test('what one part alone needs stays with it; what all share is one group', () => {
  const modules = [
    module('a', 'own', 'x', 'y'),
    module('b', 'x', 'y'),
    module('own'),
    module('x', 'deep'),
    module('y'),
    module('deep'),
  ];
  const groups = planGroups(modules, {
    parts: ['a', 'b'],
    screens: alone(8, 'a', 'b'),
    without: new Set(),
  });
  expect([...groups.keys()].sort()).toEqual(['deep', 'x', 'y']);
  expect(new Set(groups.values()).size).toBe(1);
});

test('what is there already belongs to no group, nor what it alone leads to', () => {
  const modules = [
    module('a', 'entry', 'x'),
    module('b', 'entry', 'x'),
    module('entry', 'far'),
    module('far'),
    module('x'),
  ];
  const groups = planGroups(modules, {
    parts: ['a', 'b'],
    screens: alone(8, 'a', 'b'),
    without: new Set(['entry']),
  });
  expect([...groups.keys()]).toEqual(['x']);
});

test('joins what costs the fewest bytes where a screen asks for too many files', () => {
  // a and b share the small one, a and c the large one, a and d another small one.
  const modules = [
    module('a', 'small', 'large', 'tiny'),
    module('b', 'small'),
    module('c', 'large'),
    module('d', 'tiny'),
    module('small'),
    { ...module('large'), bytes: 90_000 },
    module('tiny'),
  ];
  const groups = planGroups(modules, {
    parts: ['a', 'b', 'c', 'd'],
    screens: alone(2, 'a', 'b', 'c', 'd'),
    without: new Set(),
  });
  expect(groups.get('small')).toBe(groups.get('tiny'));
  expect(groups.get('large')).not.toBe(groups.get('small'));
});

/** Modules that import only later ones, as in a program without circles. */
const programs = fc
  .array(fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), { minLength: 8, maxLength: 40 })
  .map((drafts) =>
    drafts.map(
      (links, index): Module => ({
        id: `m${index}`,
        bytes: 10 + index,
        imports: [...new Set(links.map((link) => `m${index + 1 + link}`))],
      }),
    ),
  );

test('no two groups import each other, whatever is joined, and few files remain', () => {
  fc.assert(
    fc.property(programs, fc.integer({ min: 1, max: 4 }), (modules, mostFiles) => {
      const parts = modules.slice(0, 6).map(({ id }) => id);
      const groups = planGroups(modules, {
        parts,
        screens: alone(mostFiles, ...parts),
        without: new Set(),
      });
      // Everything outside the groups is a separate file here: the strictest case.
      const home = (id: string) => groups.get(id) ?? id;
      const edges = new Map<unknown, Set<unknown>>();
      for (const { id, imports } of modules) {
        for (const other of imports.filter((one) => modules.some((known) => known.id === one))) {
          if (home(id) === home(other)) continue;
          edges.set(home(id), (edges.get(home(id)) ?? new Set()).add(home(other)));
        }
      }
      const leadsTo = (from: unknown, to: unknown, seen = new Set<unknown>()): boolean =>
        [...(edges.get(from) ?? [])].some((next) => {
          if (next === to) return true;
          if (seen.has(next)) return false;
          seen.add(next);
          return leadsTo(next, to, seen);
        });
      for (const group of new Set(groups.values())) expect(leadsTo(group, group)).toBe(false);
    }),
    { numRuns: 150 },
  );
});
