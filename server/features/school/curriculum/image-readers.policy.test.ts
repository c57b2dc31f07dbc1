import { describe, expect, it } from 'vitest';
import { mayReadQuestionImage } from './image-readers.policy.ts';

const student = { studies: true, isStudent: true };
const expired = { studies: false, isStudent: true };
const secretary = { studies: true, isStudent: false };
const nothing = {
  isAsked: false,
  isBought: true,
  isShown: false,
  inAttempt: false,
  inClosedAttempt: false,
  inPractice: false,
  inOpenTimed: false,
  isKeyShown: false,
  isFree: false,
  isUnderWay: false,
};
const asked = { ...nothing, isAsked: true };
const resolution = { ...nothing, isKeyShown: true };

describe('a picture of what is asked', () => {
  it.each([
    ['nowhere', student, asked, false],
    ['in free practice', student, { ...asked, isFree: true }, true],
    ['in free practice, access ended', expired, { ...asked, isFree: true }, false],
    ['in free practice of another course', student, { ...asked, isFree: true, isBought: false }, false],
    ['in a quiz that shows its questions', student, { ...asked, isShown: true }, true],
    ['in a quiz that shows its questions, access ended', expired, { ...asked, isShown: true }, false],
    ['in an own practice', student, { ...asked, inPractice: true }, true],
    ['in an own practice, and now in a window', student, { ...asked, inPractice: true, isUnderWay: true }, false],
    [
      'in the own open timed practice, which withholds the key alone',
      student,
      { ...asked, inPractice: true, inOpenTimed: true, isUnderWay: true },
      true,
    ],
    ['in an own attempt', student, { ...asked, inAttempt: true, isUnderWay: true }, true],
    ['in an own attempt, access ended', expired, { ...asked, inAttempt: true }, true],
  ])('%s', (_, person, use, expected) => {
    expect(mayReadQuestionImage(person, use)).toBe(expected);
  });
});

describe('a picture of a resolution', () => {
  it.each([
    ['whose key was shown, of nothing one has', student, resolution, false],
    ['in free practice, key shown', student, { ...resolution, isFree: true }, true],
    ['in free practice, key not shown', student, { ...nothing, isFree: true }, false],
    ['in free practice, key shown, access ended', expired, { ...resolution, isFree: true }, false],
    ['in an own practice, key shown', student, { ...resolution, inPractice: true }, true],
    ['of another course', student, { ...resolution, inPractice: true, isBought: false }, false],
    [
      'of the own open timed practice',
      student,
      { ...resolution, inPractice: true, inOpenTimed: true, isUnderWay: true },
      false,
    ],
    ['of an open attempt', student, { ...resolution, inAttempt: true, isUnderWay: true }, false],
    ['of a closed attempt, key shown', expired, { ...resolution, inClosedAttempt: true }, true],
    ['of a closed attempt, key not shown', student, { ...nothing, inClosedAttempt: true }, false],
    [
      'of a closed attempt, asked again now',
      student,
      { ...resolution, inClosedAttempt: true, isUnderWay: true },
      false,
    ],
    ['for the office, whose openings are not recorded', secretary, { ...nothing, isFree: true }, true],
  ])('%s', (_, person, use, expected) => {
    expect(mayReadQuestionImage(person, use)).toBe(expected);
  });
});
