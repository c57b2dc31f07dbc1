import type { DraftQuestion } from '#contract/exams/quiz-authoring.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import type { Tx } from '#server/db/handle.ts';
import { sameContent } from '#server/features/questions/questions/question.rules.ts';
import {
  addDraftQuestions,
  addNextVersions,
  changeSubjects,
  lockExistingSubjects,
} from '#server/features/questions/questions/questions.service.ts';
import { AppError, wrongField } from '#server/http/errors.ts';

/** A question of a draft with the text that it is read with. */
export type PositionedQuestion = DraftQuestion & { baseText?: BaseText | null };

export type StoredQuestion = Required<Omit<DraftQuestion, 'baseTextId'>> & {
  baseText: BaseText | null;
  versionId: number;
  authorId: string | null;
  inBank: boolean;
};

type Positioned = { questionId: number; questionVersionId: number };

/**
 * Assigns a question version to each position: the stored one where nothing changed, a new one otherwise. A bank
 * question of another author is never changed: the caller's edit becomes a new question. The number of statements does
 * not depend on the number of questions.
 */
export async function assignPositions(
  tx: Tx,
  authorId: string | null,
  stored: readonly StoredQuestion[],
  draft: { questions: readonly PositionedQuestion[] },
  now: Date,
  mayChange: (question: StoredQuestion) => boolean = () => true,
): Promise<Positioned[]> {
  const places = findPositions(stored, draft.questions, mayChange);
  await refuseGoneSubjects(tx, places);
  const added = places.filter(({ before }) => before === undefined);
  const changed = places.flatMap(({ question, before }) =>
    before && !sameContent(before, question) ? { ...question, questionId: before.id } : [],
  );
  const moved = places.flatMap(({ question, before }) =>
    before && before.subjectId !== question.subjectId ? { questionId: before.id, subjectId: question.subjectId } : [],
  );
  const made = await addDraftQuestions(
    tx,
    authorId,
    added.map(({ question }) => question),
    now,
  );
  const newVersions = new Map(
    (await addNextVersions(tx, changed, now)).map((version) => [version.questionId, version]),
  );
  await changeSubjects(tx, moved);
  const madeAt = new Map(added.map(({ index }, at) => [index, made[at]]));
  return places.map(({ index, before }) => {
    const kept = before && { questionId: before.id, questionVersionId: before.versionId };
    const placed = madeAt.get(index) ?? newVersions.get(before?.id ?? 0) ?? kept;
    if (!placed) throw new Error(`The question at place ${index} was not stored.`);
    return placed;
  });
}

type Position = { index: number; question: PositionedQuestion; before: StoredQuestion | undefined };

/** The stored question of each position, where it may be reused. */
function findPositions(
  stored: readonly StoredQuestion[],
  questions: readonly PositionedQuestion[],
  mayChange: (question: StoredQuestion) => boolean,
): Position[] {
  const known = new Map(stored.map((question) => [question.id, question]));
  return questions.map((question, index) => {
    const found = question.id === undefined ? undefined : known.get(question.id);
    if (question.id !== undefined && !found)
      throw badField(`questions.${index}.id`, 'Esta questão não é deste simulado.');
    const isSame = found && sameContent(found, question) && found.subjectId === question.subjectId;
    return { index, question, before: found && (isSame || mayChange(found)) ? found : undefined };
  });
}

/** A subject that was deleted meanwhile is the author's to correct, not a fault. */
async function refuseGoneSubjects(tx: Tx, places: readonly Position[]): Promise<void> {
  const named = places.filter(({ question, before }) => before?.subjectId !== question.subjectId);
  const standing = await lockExistingSubjects(tx, [
    ...new Set(named.flatMap(({ question }) => question.subjectId ?? [])),
  ]);
  const gone = named.find(({ question: { subjectId } }) => subjectId !== null && !standing.has(subjectId));
  if (!gone) return;
  const message = 'Esta matéria não existe mais. Escolha outra.';
  throw wrongField(`questions.${gone.index}.subjectId`, message, 'subject_gone');
}

const badField = (field: string, message: string) =>
  new AppError('bad_request', 'Confira os dados enviados.', { fields: { [field]: message } });
