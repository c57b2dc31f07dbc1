import { describe, expect, it } from 'vitest';
import { deletedForGood, mayChange, restorableUntil, saveDecision } from './lessons.policy.ts';

describe('who may change a lesson', () => {
  it.each([
    ['its author', { id: 'ana', role: 'teacher' }, 'ana', true],
    ['another teacher', { id: 'bia', role: 'teacher' }, 'ana', false],
    ['an administrator', { id: 'eva', role: 'admin' }, 'ana', true],
    ['an administrator, where the author is gone', { id: 'eva', role: 'admin' }, null, true],
    ['an author who is a student now', { id: 'ana', role: 'student' }, 'ana', false],
  ] as const)('%s', (_, user, authorId, may) => {
    expect(mayChange(user, { authorId })).toBe(may);
  });
});

it('a deleted lesson comes back for thirty days', () => {
  const [deleted, last] = [new Date('2026-11-01T10:00:00.000Z'), new Date('2026-12-01T10:00:00.000Z')];
  expect([restorableUntil(deleted), deletedForGood(last)]).toEqual([last, deleted]);
});

describe('a save', () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  it.each([
    ['over the version it was made from', { version: 3, fingerprint: other }, 'save'],
    ['of the same text over the version it was made from', { version: 3, fingerprint: one }, 'save'],
    ['that stands already', { version: 2, fingerprint: one }, 'saved already'],
    ['of another text over a newer version', { version: 2, fingerprint: other }, 'conflict'],
    ['that stood two versions ago', { version: 1, fingerprint: one }, 'conflict'],
    ['made from a version to come', { version: 4, fingerprint: one }, 'conflict'],
  ] as const)('%s', (_, sent, decision) => {
    expect(saveDecision({ version: 3, fingerprint: one }, sent)).toBe(decision);
  });
});
