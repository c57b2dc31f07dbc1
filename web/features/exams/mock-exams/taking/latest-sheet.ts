import type { AttemptPayload } from '#contract/exams/quiz-attempts.ts';

/** An open attempt as the server described it last: its times and aids may change while it is taken. */
export type LatestSheet = ReturnType<typeof createLatestSheet>;

export function createLatestSheet() {
  const listeners = new Set<() => void>();
  let latest: AttemptPayload | null = null;
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get: () => latest,
    /** During a break the server sends no questions: those that are here stay, for a return without a network. */
    set(sheet: AttemptPayload): void {
      const questions = sheet.questions.length > 0 ? sheet.questions : (latest?.questions ?? []);
      latest = { ...sheet, questions };
      for (const listener of listeners) listener();
    },
  };
}
