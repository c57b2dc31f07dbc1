import { expect, test } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { workOf } from './expensive-work.ts';

test('expensive calls are recognised by a password in their body, or by their declaration', () => {
  const names = (work: string) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) => (workOf(endpoint) === work ? [name] : []));
  expect(names('password')).toEqual(
    expect.arrayContaining(['register', 'login', 'resetPassword', 'changePassword', 'requestEmailChange']),
  );
  expect(names('password')).not.toContain('forgotPassword');
  expect(names('search')).toContain('search');
  // Every file that is generated for one person.
  expect(names('export')).toEqual(expect.arrayContaining(['exportQuestions', 'exportData']));
  const csv = Object.values(endpoints).filter(({ path }) => path.endsWith('.csv'));
  expect(csv.length).toBeGreaterThan(2);
  expect(csv.map((endpoint) => workOf(endpoint))).toEqual(csv.map(() => 'export'));
});
