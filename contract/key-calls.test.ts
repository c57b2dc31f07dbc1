import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from './index.ts';
import { responseOf } from './omitted-shapes.ts';

/** Fields that say which option is right, or why. */
const keyFields = ['isCorrect', 'rightOptionId', 'optionComments', 'comment'];

/** Calls that show a key to a student without access, and why. */
const known: Record<string, string> = {
  reviewAttempt: 'a finished simulado is a result of the student, which stays (decision 134)',
  getEssay: 'the comments of a correction are about the text of the student, and no question has a key there',
  askReview: 'answers as getEssay does',
};

function fieldsIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  const { properties } = schema as { properties?: object };
  for (const name of Object.keys(properties ?? {})) found.add(name);
  for (const value of Object.values(schema)) fieldsIn(value, found);
  return found;
}

test('every call that shows students the key of a question needs access that is in force', () => {
  const showing = Object.entries(endpoints).filter(([, spec]) => {
    const response = responseOf(spec);
    if (spec.access !== 'signedIn' || typeof response === 'symbol') return false;
    const fields = fieldsIn(z.toJSONSchema(response, { unrepresentable: 'any', io: 'output' }));
    return keyFields.some((name) => fields.has(name));
  });
  expect(showing.length).toBeGreaterThan(6);
  const open = showing.filter(([, { needsAccess }]) => !needsAccess).map(([name]) => name);
  expect(open).toEqual(Object.keys(known));
});
