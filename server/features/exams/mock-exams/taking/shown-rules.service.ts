import type { ExamRules } from '#contract/exams/exam-rules.ts';
import type { Db } from '#server/db/handle.ts';
import { listSubjectNames } from './shown-rules.store.ts';

/** The rules with the names of their subjects. Deleted subjects are left out. */
export async function showRules(db: Db, rules: ExamRules | null) {
  if (!rules) return null;
  const ids = [
    ...rules.weights.map(({ subjectId }) => subjectId),
    ...rules.minimums.flatMap(({ subjectIds }) => subjectIds),
    ...rules.tieBreaks.flatMap(({ subjectId }) => subjectId ?? []),
  ];
  const names = await listSubjectNames(db, [...new Set(ids)]);
  const { weights, minimums, tieBreaks, ...rest } = rules;
  return {
    ...rest,
    weights: weights.flatMap(({ subjectId, weight }) => {
      const subject = names.get(subjectId);
      return subject === undefined ? [] : { subject, weight };
    }),
    minimums: minimums.map(({ name, subjectIds, points }) => ({
      name,
      subjects: subjectIds.flatMap((id) => names.get(id) ?? []),
      points,
    })),
    tieBreaks: tieBreaks.map(({ by, subjectId }) => ({
      by,
      subject: subjectId === null ? null : (names.get(subjectId) ?? null),
    })),
  };
}
