import { expect, it } from 'vitest';
import { rowKey } from './row-key.ts';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

it.each([
  ['j', 'next'],
  ['k', 'previous'],
  ['A', 'approve'],
  ['r', 'reject'],
  ['ArrowDown', 'next'],
  ['Enter', 'look'],
  ['x', null],
])('%s means %s', (key, meaning) => {
  expect(rowKey(press(key), true)).toBe(meaning);
});

it('letters do nothing where shortcuts are switched off, and keys of the browser still work', () => {
  expect(rowKey(press('a'), false)).toBeNull();
  expect(rowKey(press('ArrowUp'), false)).toBe('previous');
  expect(rowKey(press('r', { ctrlKey: true }), true)).toBeNull();
});
