import { expect, it } from 'vitest';
import { readRawStatements } from './raw-statements.ts';

const statements = readRawStatements();
const at = (file: string) => statements.filter(({ site }) => site.startsWith(`server/${file}:`));

it('the columns of a type literal are read, with arrays, dates and null', () => {
  expect(at('features/money/access/access.store.ts').map(({ columns }) => columns)).toContainEqual({
    endsOn: 'string',
    userIds: 'array',
  });
});

it('a type is followed into the module that it is imported from', () => {
  expect(at('features/study/mastery/estimate.store.ts').map(({ columns }) => columns)).toContainEqual(
    expect.objectContaining({ right: 'boolean', guess: 'number' }),
  );
});

it('nearly every row type is read: a reader that reads nothing would find nothing wrong', () => {
  expect(statements.length).toBeGreaterThan(250);
  expect(statements.filter(({ columns }) => columns === null).length).toBeLessThan(20);
});
