/** A simulado of the student's mistakes: the number of questions and the minutes for each that are proposed. */
export const TIMED_PRACTICE_QUESTIONS = 20;
export const TIMED_MINUTES_PER_QUESTION = 3;
export const TIMED_MINUTES_MIN = 5;
export const TIMED_MINUTES_MAX = 240;
