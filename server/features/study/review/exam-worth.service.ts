import type { Db, Tx } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import { readSyllabusLines } from '#server/features/content/syllabus/syllabus.service.ts';

/** What each topic is worth in an exam, in points; empty where it has no syllabus. */
export async function readWorth(
  db: Db | Tx,
  examId: number | null,
  shared?: Shared,
): Promise<ReadonlyMap<number, number>> {
  if (examId === null) return new Map();
  const { lines, subjects } = await readSyllabusLines(db, examId, shared);
  const points = new Map(subjects.map((subject) => [subject.subjectId, subject.points]));
  const worth = new Map<number, number>();
  for (const line of lines) {
    const each = (line.questions * (points.get(line.subjectId) ?? 1)) / Math.max(1, line.covered.length);
    for (const topicId of line.covered) worth.set(topicId, (worth.get(topicId) ?? 0) + each);
  }
  return worth;
}
