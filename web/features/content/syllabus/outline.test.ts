import { expect, it } from 'vitest';
import { type Level, moved, movedDown, movedUp, removed, shifted } from './outline.ts';

const outline = (text: string) =>
  text
    .split('\n')
    .map((line) => ({ name: line.trim(), level: ((line.length - line.trimStart().length) / 2) as Level }));
const text = (rows: readonly { name: string; level: Level }[]) =>
  rows.map(({ name, level }) => `${'  '.repeat(level)}${name}`).join('\n');
const all = outline('A\n  a1\n    x\n  a2\nB\n  b1');

it('a subject moves with its content, a topic with its subtopics, also into the next subject', () => {
  expect(text(movedDown(all, 0))).toBe('B\n  b1\nA\n  a1\n    x\n  a2');
  expect(text(movedUp(all, 4))).toBe('B\n  b1\nA\n  a1\n    x\n  a2');
  expect(text(movedDown(all, 1))).toBe('A\n  a2\n  a1\n    x\nB\n  b1');
  expect(text(movedDown(all, 3))).toBe('A\n  a1\n    x\nB\n  a2\n  b1');
  expect(text(movedUp(all, 3))).toBe('A\n  a2\n  a1\n    x\nB\n  b1');
  expect(text(movedUp(all, 5))).toBe('A\n  a1\n    x\n  a2\n  b1\nB');
});

it('an impossible move leaves the outline unchanged', () => {
  expect(movedUp(all, 0)).toBe(all);
  expect(movedDown(all, 4)).toBe(all);
  expect(movedUp(all, 1)).toBe(all);
  expect(moved(all, 4, 99)).toBe(all);
});

it('a line is indented or outdented only where the tree allows it', () => {
  expect(text(shifted(all, 3, 1))).toBe('A\n  a1\n    x\n    a2\nB\n  b1');
  expect(text(shifted(all, 4, 1))).toBe('A\n  a1\n    x\n  a2\n  B\n    b1');
  expect(text(shifted(all, 1, -1))).toBe('A\na1\n  x\n  a2\nB\n  b1');
  expect(text(shifted(all, 2, -1))).toBe('A\n  a1\n  x\n  a2\nB\n  b1');
  expect(shifted(all, 1, 1)).toBe(all);
  expect(shifted(all, 0, 1)).toBe(all);
  expect(shifted(all, 0, -1)).toBe(all);
});

it('a line moves with its descendants', () => {
  expect(text(removed(all, 0))).toBe('B\n  b1');
  expect(text(removed(all, 1))).toBe('A\n  a2\nB\n  b1');
});
