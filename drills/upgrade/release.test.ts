import { expect, test } from 'vitest';
import { commitOf } from './release.ts';

const only = (known: string) => (name: string) => {
  if (name !== known) throw new Error(`unknown revision ${name}`);
  return 'a commit\n';
};

test('a release is found by its tag, and in a clone without tags by its recorded commit', () => {
  expect(commitOf('v0.9.0', only('v0.9.0'))).toBe('a commit');
  expect(commitOf('v0.9.0', only('43b658ffc4aee5f8458848ce07243e6e9e267126'))).toBe('a commit');
  expect(() => commitOf('v9.9.9', only('v0.9.0'))).toThrow(
    'v9.9.9 is neither a tag of this clone nor a recorded release',
  );
});
