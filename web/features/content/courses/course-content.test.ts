import { expect, test } from 'vitest';
import { type ContentItem, contentJoining, freshModuleName, moved, retitled } from './course-content.ts';
import { modulesOf } from './course-modules.ts';

/** 'a', 'b' under 'Um', 'c' under 'Dois'. */
const list = (...entries: string[]): ContentItem[] =>
  entries.map((entry, at) => {
    const [title = '', module = ''] = entry.split('/');
    return { kind: 'lesson', id: title.charCodeAt(0) || at, title, module };
  });
const shown = (items: readonly ContentItem[]) =>
  items.map(({ title, module }) => (module ? `${title}/${module}` : title)).join(' ');

test('an item moves to any position, by steps or at once', () => {
  const items = list('a', 'b', 'c', 'd');
  expect(shown(moved(items, 1, 0))).toBe('b a c d');
  expect(shown(moved(items, 1, 2))).toBe('a c b d');
  expect(shown(moved(items, 0, 3))).toBe('b c d a');
  expect(shown(moved(items, 3, 0))).toBe('d a b c');
});

test('a move to an invalid position leaves the list unchanged', () => {
  const items = list('a', 'b');
  for (const [from, to] of [
    [0, -1],
    [1, 2],
    [5, 1],
    [1, 1],
  ] as const) {
    expect(moved(items, from, to)).toBe(items);
  }
});

test('a moved item joins the module of its new position', () => {
  const items = list('a/Um', 'b/Um', 'c/Dois', 'd/Dois');
  expect(shown(moved(items, 1, 2))).toBe('a/Um c/Dois b/Dois d/Dois');
  expect(shown(moved(items, 3, 1))).toBe('a/Um d/Um b/Um c/Dois');
  expect(shown(moved(items, 3, 0))).toBe('d/Um a/Um b/Um c/Dois');
  expect(shown(moved(items, 0, 3))).toBe('b/Um c/Dois d/Dois a/Dois');
});

test('a module consists of consecutive items with one title', () => {
  expect(
    modulesOf(list('a', 'b/Um', 'c/Um', 'd')).map(({ title, from, items }) => [title, from, items.length]),
  ).toEqual([
    ['', 0, 1],
    ['Um', 1, 2],
    ['', 3, 1],
  ]);
});

test('a module can start at an item, be renamed, and be dissolved', () => {
  const items = list('a/Módulo 1', 'b/Módulo 1', 'c/Fim');
  expect(freshModuleName(items)).toBe('Módulo 2');
  expect(shown(retitled(items, 1, 'Módulo 2'))).toBe('a/Módulo 1 b/Módulo 2 c/Fim');
  expect(shown(retitled(items, 0, 'Outro'))).toBe('a/Outro b/Outro c/Fim');
  expect(shown(retitled(items, 2, 'Módulo 1'))).toBe('a/Módulo 1 b/Módulo 1 c/Módulo 1');
});

test('concurrent edits of two people keep both titles', () => {
  const base = { items: list('a', 'b') };
  const mine = { items: list('a/Meu', 'b') };
  const theirs = { items: list('a', 'b/Deles') };
  expect(shown(contentJoining.merge?.(base, mine, theirs).value.items ?? [])).toBe('a/Meu b/Deles');
});
