import type { Tx } from '#server/db/handle.ts';
import type { Before, LabelChange, LockedQuestion } from './bulk-labels.ts';
import {
  changeTags,
  deleteUntouched,
  lockQuestions,
  restoreLabels,
  setLabels,
  setTopic,
} from './bulk-questions.store.ts';
import { addWords } from './question-index.store.ts';
import { labelForms } from './question-index.ts';
import { updateSubjects } from './questions.store.ts';

export const lockForChange = (tx: Tx, ids: readonly number[]): Promise<LockedQuestion[]> => lockQuestions(tx, ids);

/** Sets the same labels in questions that the caller has locked. Omitted labels stay unchanged. */
export async function changeLabels(tx: Tx, ids: readonly number[], change: LabelChange, now: Date): Promise<void> {
  const { subjectId, topicId, topicName, addTags = [], removeTags = [], ...rest } = change;
  if (subjectId !== undefined && (topicId === undefined || topicId === null)) {
    await updateSubjects(
      tx,
      ids.map((questionId) => ({ questionId, subjectId })),
    );
  }
  if (topicId !== undefined) await setTopic(tx, ids, topicId);
  if (addTags.length + removeTags.length > 0) await changeTags(tx, ids, { add: addTags, remove: removeTags });
  await setLabels(tx, ids, rest, now);
  const words = labelForms({ topic: topicName ?? '', source: rest.source ?? '', year: rest.year ?? null });
  if (words.original !== '') await addWords(tx, ids, words);
}

/** Restores the former labels of questions that the caller has locked. */
export async function putLabelsBack(tx: Tx, rows: readonly Before[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await restoreLabels(tx, rows, now);
  for (const [, alike] of Map.groupBy(rows, ({ topic, source, year }) => JSON.stringify([topic, source, year]))) {
    const [first] = alike;
    const words = first && labelForms(first);
    if (!words || words.original === '') continue;
    await addWords(
      tx,
      alike.map(({ id }) => id),
      words,
    );
  }
}

/** Batch size: deleting this many stays well below the statement timeout. */
const REMOVED_AT_ONCE = 1000;

/** Deletes those of the questions that are unused. Returns the deleted ids. */
export async function removeUntouched(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const gone: number[] = [];
  for (let from = 0; from < ids.length; from += REMOVED_AT_ONCE) {
    gone.push(...(await deleteUntouched(tx, ids.slice(from, from + REMOVED_AT_ONCE))));
  }
  return gone;
}
