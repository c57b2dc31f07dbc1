import type { Question } from '#contract/questions/question.ts';
import type { Db } from '#server/db/handle.ts';
import { findQuestionContents } from './question-contents.store.ts';

const MAX_ENTRIES = 5000;

/** Reads questions as students see them, in the order of the ids. */
export type QuestionContents = { of(versionIds: readonly number[]): Promise<Question[]> };

/**
 * Caches question versions, which never change. A thousand students who start the same simulado read its forty
 * questions from the database once.
 */
export function questionContents(db: Db): QuestionContents {
  const known = new Map<number, Question>();
  return {
    async of(versionIds) {
      const missing = versionIds.filter((id) => !known.has(id));
      const read = new Map<number, Question>();
      for (const { id, questionId, kind, format, baseText, statement, options } of await findQuestionContents(
        db,
        missing,
      )) {
        const question = {
          id: questionId,
          kind,
          format,
          baseText,
          questionText: statement,
          // Only visible fields are cached: the answer key cannot leak from here.
          options: options.map((option) => ({ id: option.id, optionText: option.optionText })),
        };
        read.set(id, question);
        if (known.size >= MAX_ENTRIES) known.clear();
        known.set(id, question);
      }
      return versionIds.map((id) => {
        const question = known.get(id) ?? read.get(id);
        if (!question) throw new Error(`The question version ${id} is gone.`);
        return question;
      });
    },
  };
}
