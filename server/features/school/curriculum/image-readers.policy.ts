type Person = {
  /** Access is in force. */
  studies: boolean;
  isStudent: boolean;
};

type Use = {
  isAsked: boolean;
  isBought: boolean;
  isShown: boolean;
  inAttempt: boolean;
  inClosedAttempt: boolean;
  inPractice: boolean;
  /** Asked in the open timed practice of this person, which withholds the key alone. */
  inOpenTimed: boolean;
  isKeyShown: boolean;
  /** Free practice may ask it. */
  isFree: boolean;
  /** In an open attempt of this person, or in a window that is still to close. */
  isUnderWay: boolean;
};

/**
 * What was asked in an attempt stays readable as part of its history. Everything else asks for access now. A picture of
 * a resolution is readable once the server has handed the key to this person, and never while the question is asked in
 * an open attempt or waits in a window. Openings of keys are recorded for students alone.
 */
export function mayReadQuestionImage(person: Person, use: Use): boolean {
  const studiesIt = person.studies && use.isBought;
  if (use.isAsked)
    return (
      use.inAttempt ||
      (studiesIt && (use.isFree || use.isShown || use.inOpenTimed || (use.inPractice && !use.isUnderWay)))
    );
  if (use.isUnderWay || (person.isStudent && !use.isKeyShown)) return false;
  return use.inClosedAttempt || (studiesIt && (use.isFree || use.inPractice));
}
