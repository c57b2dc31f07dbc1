import type { Db, Tx } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import * as store from './mastery.store.ts';
import { beginner, continued, type StudentMastery } from './student-replay.ts';

/**
 * New rows of a student's log, in the transaction that takes them in. Rows behind what was taken in before, owned-up
 * guesses and a newer estimate make it a replay of everything; else it goes on from where it stands.
 */
export async function takeInAnswers(deps: Deps, tx: Tx, userId: string, ids: readonly number[]): Promise<void> {
  const student = await store.lockStudent(tx, userId);
  if (!student) return;
  const { epoch, newQuestion } = await store.readModel(tx);
  const isInOrder = ids.every((id) => id > student.through) && !(await store.hasGuesses(tx, userId, ids));
  if (!isInOrder || student.epoch !== epoch || student.isPartial) return replayStudent(deps, tx, userId);
  const underWay = [...(await readUnderWay(tx, userId, deps.clock.now())).keys()];
  const end = await store.readEnd(tx, userId, underWay, student.through);
  if (end.isPartial) return replayStudent(deps, tx, userId);
  const before: StudentMastery = {
    ability: { value: student.ability, answers: student.questions },
    total: student.answers,
    topics: new Map((await store.listTopicMasteries(tx, userId)).map(({ topicId, ...topic }) => [topicId, topic])),
  };
  const answers = await store.listAnswers(tx, userId, { after: student.through, underWay });
  await store.saveStudent(tx, userId, continued(before, answers, newQuestion), { epoch, ...end });
}

/** From the first row of the log on. The student's row is held. */
async function replayStudent(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const { epoch, newQuestion } = await store.readModel(tx);
  const underWay = [...(await readUnderWay(tx, userId, deps.clock.now())).keys()];
  const end = await store.readEnd(tx, userId, underWay);
  const answers = await store.listAnswers(tx, userId, { underWay });
  await store.saveStudent(tx, userId, continued(beginner(), answers, newQuestion), { epoch, ...end });
}

/** Reckons a student anew who stands by an older estimate, or without answers that an attempt held back. */
export async function refreshMastery(deps: Deps, userId: string): Promise<void> {
  const [student, { epoch }] = await Promise.all([store.findStudent(deps.db, userId), store.readModel(deps.db)]);
  if (student ? student.epoch === epoch && !student.isPartial : !(await store.hasAnswers(deps.db, userId))) return;
  await transact(deps, async (tx) => {
    if (await store.lockStudent(tx, userId)) await replayStudent(deps, tx, userId);
  });
}

/** The difficulties that stand: which estimate, and what a question is like that nobody has answered. */
export const readModel = (db: Db | Tx) => store.readModel(db);

/** What is known of a student now; nothing was answered yet where there is no row. */
export async function readMasteryState(db: Db | Tx, userId: string) {
  const [student, topics, model] = await Promise.all([
    store.findStudent(db, userId),
    store.listTopicMasteries(db, userId),
    store.readModel(db),
  ]);
  return {
    ability: { value: student?.ability ?? 0, answers: student?.questions ?? 0 },
    topics: new Map(topics.map(({ topicId, ...topic }) => [topicId, topic])),
    model,
  };
}

/** How many answers each topic has had of a student, for whoever reads it along with other things. */
export const topicAnswers = (userId: string) => store.topicAnswers(userId);

/** The difficulties that stand, of all and of each topic: they change once a night. */
export const readDifficulties = (db: Db | Tx, shared: Shared) =>
  shared.get('difficulties', 'all', async () => {
    const [model, topics] = await Promise.all([store.readModel(db), store.listTopicDifficulties(db)]);
    const byTopic: ReadonlyMap<number, store.TopicDifficulty> = new Map(topics.map((one) => [one.topicId, one]));
    return { model, byTopic };
  });

/** What is known of a student in all, and in each topic; for whoever reads it along with other things. */
export const studentReads = (userId: string) => ({ student: store.studentRow(userId) });
export const topicReads = (userId: string) => ({ topics: store.topicMasteries(userId) });

export type TopicMasteryRow = store.TopicMasteryRow;
export type StudentRead = store.StudentRow & { isThere: boolean; hasAnswers: boolean };

export function masteryStateOf(student: StudentRead | undefined, topics: readonly store.TopicMasteryRow[]) {
  return {
    ability: { value: student?.ability ?? 0, answers: student?.questions ?? 0 },
    topics: new Map(topics.map((topic) => [topic.topicId, topic])),
  };
}

/** Whether a student stands by an older estimate, or without answers that an attempt held back. */
export const isOutdated = (student: StudentRead | undefined, epoch: number): boolean =>
  student?.isThere ? student.epoch !== epoch || student.isPartial : (student?.hasAnswers ?? false);

/** A question was annulled, is valid again, or goes: whoever answered it stands elsewhere. */
export async function masteryFollowsQuestion(tx: Tx, questionId: number): Promise<void> {
  await store.outdateAnswerersOf(tx, questionId);
}

/** A topic becomes part of another: what students know of it is reckoned anew with that one. */
export async function masteryFollowsTopic(tx: Tx, topicId: number): Promise<void> {
  await store.outdateLearnersOf(tx, topicId);
}
