import type { KnownQuestion, KnownQuiz, Student } from '../people.ts';
import type { VirtualClock } from '../school-clock.ts';

type Known = { clock: VirtualClock; questions: ReadonlyMap<number, KnownQuestion>; quizzes: readonly KnownQuiz[] };

/** An answer given in time may arrive this much after the deadline; until then the key is shut. */
const GRACE_MS = 5000;

/** Questions whose key this student must not learn now: of an open attempt, or of a window without results. */
export function shutQuestions({ clock, quizzes }: Known, student: Student): Set<number> {
  const now = clock.now().getTime();
  const shut = new Set<number>();
  for (const { isFinished, deadline, questions } of student.attempts.values()) {
    if (!isFinished && deadline.getTime() + GRACE_MS >= now) for (const { id } of questions) shut.add(id);
  }
  for (const { window, questionIds } of quizzes) {
    if (window && window.resultsAt.getTime() + GRACE_MS >= now) for (const id of questionIds) shut.add(id);
  }
  return shut;
}

/** Every object of a reply, at any depth. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const one of Object.values(value)) yield* objectsIn(one);
}

/**
 * LAW: no answer of any call tells a key that must be shut. A key leaks by a comment, by an option that says
 * that it is right, or by a field that names the right option. Returns what leaked.
 */
export function keyLeaks(known: Known, student: Student, body: unknown): string[] {
  const shut = shutQuestions(known, student);
  if (shut.size === 0 || body === null || typeof body !== 'object') return [];
  const text = JSON.stringify(body);
  const questions = [...shut].flatMap((id) => known.questions.get(id) ?? []);
  const leaks = questions
    .filter(({ marker }) => text.includes(marker))
    .map(({ id }) => `the comment of the shut question ${id}`);
  const optionOwners = new Map(questions.flatMap(({ id, optionIds }) => optionIds.map((option) => [option, id])));
  const rightOwners = new Map(questions.map(({ id, rightId }) => [rightId, id]));
  for (const found of objectsIn(body)) {
    const owner = optionOwners.get(Number(found.id));
    // A reviewed question says, too, whether it was answered right, and its id may be that of an option.
    if (found.isCorrect === true && typeof found.optionText === 'string' && owner !== undefined) {
      leaks.push(`that option ${found.id} of the shut question ${owner} is right`);
    }
    for (const [name, value] of Object.entries(found)) {
      if (/^(right|correct)\w*Id$/.test(name) && typeof value === 'number' && rightOwners.has(value)) {
        leaks.push(`the right option of the shut question ${rightOwners.get(value)}`);
      }
    }
  }
  return leaks;
}
