import { beforeEach, describe, expect, it } from 'vitest';
import { type KnownQuiz, newStudent, type Student } from '../people.ts';
import { virtualClock } from '../school-clock.ts';
import { keyLeaks } from './keys.ts';

const question = { id: 4, revision: 1, optionIds: [41, 42], rightId: 42, marker: 'chave-da-quatro' };
const attempt = {
  id: 9,
  quizId: 1,
  deadline: new Date('2026-03-02T12:00:00.000Z'),
  questions: [{ id: 4, options: [41, 42] }],
  seq: 0,
  acknowledged: new Map(),
  marks: new Map(),
  uncertainMarks: new Map(),
  uncertain: new Map(),
  sent: [],
  isFinished: false,
};

let student: Student;
beforeEach(() => {
  student = newStudent(1, 'a');
  student.attempts.set(9, { ...attempt });
});
const leaks = (body: unknown, { now = '2026-03-02T11:30:00.000Z', quizzes = [] as KnownQuiz[] } = {}) =>
  keyLeaks({ clock: virtualClock(new Date(now)), questions: new Map([[4, question]]), quizzes }, student, body);

const right = { questions: [{ options: [{ id: 42, optionText: 'B', isCorrect: true }] }] };

describe('while an attempt with a question is open', () => {
  it('its comment, its right option and a field that names the right option are leaks', () => {
    expect(leaks({ comment: 'Porque chave-da-quatro.' })).toHaveLength(1);
    expect(leaks(right)).toHaveLength(1);
    expect(leaks({ answer: { rightOptionId: 42 } })).toHaveLength(1);
  });

  it('a wrong option, another question and a question with the id of an option are no leaks', () => {
    expect(leaks({ options: [{ id: 41, optionText: 'A', isCorrect: false }] })).toEqual([]);
    expect(leaks({ answer: { rightOptionId: 43 } })).toEqual([]);
    expect(leaks({ questions: [{ id: 42, questionText: 'Outra', isCorrect: true }] })).toEqual([]);
  });

  it('its key is shut until the grace after the deadline is over', () => {
    expect(leaks(right, { now: '2026-03-02T12:00:05.000Z' })).toHaveLength(1);
    expect(leaks(right, { now: '2026-03-02T12:00:05.001Z' })).toEqual([]);
  });
});

it('the key of a finished attempt is open, unless a window without results holds the question', () => {
  student.attempts.set(9, { ...attempt, isFinished: true });
  expect(leaks(right)).toEqual([]);
  const window = { opensAt: new Date('2026-03-03T12:00:00.000Z'), resultsAt: new Date('2026-03-03T14:00:00.000Z') };
  expect(leaks(right, { quizzes: [{ id: 2, questionIds: [4], window, hasDraws: false }] })).toHaveLength(1);
});
