import { expect, it } from 'vitest';
import { readMessageTo } from './message-to.ts';

it.each([
  [null, null],
  ['x', null],
  [{ other: 1 }, null],
  [{ messageTo: undefined }, null],
  [{ messageTo: {} }, null],
  [{ messageTo: { ids: ['a'] } }, { ids: ['a'] }],
  [{ messageTo: { filters: { seen: 'away' } } }, { filters: { seen: 'away' } }],
])('the state %j gives the recipients %j', (state, read) => {
  expect(readMessageTo(state)).toEqual(read);
});
