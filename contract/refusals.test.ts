import { describe, expect, expectTypeOf, it } from 'vitest';
import { getCourse } from './content/courses.ts';
import { updateLesson } from './content/lessons.ts';
import { type ErrorCode, errorStatus } from './errors.ts';
import { endpoints } from './index.ts';
import { login, logout } from './people/accounts.ts';
import { type ErrorCodeOf, errorCodesOf } from './refusals.ts';

const always: ErrorCode[] = ['bad_request', 'internal', 'too_many_requests', 'unavailable'];
const ofWrites: ErrorCode[] = ['cross_site', 'request_timeout', 'too_large', 'unsupported_type'];

describe('the codes of a call', () => {
  it.each([
    ['a public write', logout, [...always, ...ofWrites]],
    [
      'what it lists itself',
      login,
      [
        ...always,
        ...ofWrites,
        'invalid_credentials',
        'payment_required',
        'awaiting_approval',
        'blocked',
        'second_factor_required',
      ],
    ],
    [
      'a session, an access in force and an id',
      getCourse,
      [...always, 'unauthorized', 'access_ended', 'not_bought', 'not_found'],
    ],
    [
      'a right',
      updateLesson,
      [
        ...always,
        ...ofWrites,
        'unauthorized',
        'forbidden',
        'not_found',
        'subject_gone',
        'topic_gone',
        'version_conflict',
      ],
    ],
  ])('follow from what it is: %s', (_, endpoint, codes) => {
    expect([...errorCodesOf(endpoint)].sort()).toEqual([...codes].sort());
  });

  it('have the same list as their types', () => {
    expectTypeOf<ErrorCodeOf<typeof getCourse>>().toEqualTypeOf<
      | 'bad_request'
      | 'internal'
      | 'too_many_requests'
      | 'unavailable'
      | 'unauthorized'
      | 'not_found'
      | 'access_ended'
      | 'not_bought'
    >();
  });

  it('are not listed where they follow anyway, and none is left that no call answers', () => {
    const told = Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const { errors = [], ...bare } = endpoint;
      return errors.filter((code) => errorCodesOf(bare).includes(code)).map((code) => `${name}: ${code}`);
    });
    expect(told).toEqual([]);
    const answered = new Set(Object.values(endpoints).flatMap(errorCodesOf));
    expect(Object.keys(errorStatus).filter((code) => !answered.has(code as ErrorCode))).toEqual([]);
  });
});
