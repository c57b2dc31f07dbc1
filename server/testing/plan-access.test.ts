import { expect, test } from 'vitest';
import { accessOf } from './plan-access.ts';

const scan = (table: string, condition?: string) => ({
  'Node Type': condition ? 'Index Scan' : 'Seq Scan',
  'Relation Name': table,
  ...(condition ? { 'Index Cond': condition } : {}),
});

test('a table read by a condition of an index has an index, also through a bitmap; any other is read whole', () => {
  const bitmap = {
    'Node Type': 'Bitmap Heap Scan',
    'Relation Name': 'lessons',
    Plans: [{ 'Node Type': 'Bitmap Index Scan', 'Index Cond': '(id = $1)' }],
  };
  const plan = { 'Node Type': 'Nested Loop', Plans: [scan('users', '(id = $1)'), bitmap, scan('subjects')] };
  expect(accessOf(plan)).toEqual([
    ['lessons', 'index'],
    ['subjects', 'whole table'],
    ['users', 'index'],
  ]);
});

test('a table that is read twice has its worse access, and an index that is read from end to end is no condition', () => {
  const wholeIndex = { 'Node Type': 'Index Only Scan', 'Relation Name': 'topics' };
  const twice = { 'Node Type': 'Append', Plans: [scan('users', '(id = $1)'), scan('users'), wholeIndex] };
  expect(accessOf(twice)).toEqual([
    ['topics', 'whole table'],
    ['users', 'whole table'],
  ]);
  const other = { 'Node Type': 'Append', Plans: [scan('users'), scan('users', '(id = $1)')] };
  expect(accessOf(other)).toEqual([['users', 'whole table']]);
});
