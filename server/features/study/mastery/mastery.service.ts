import type { Db, Tx } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { historyOf, type Level, levelOf, shippedGainWeights } from './ability-history.ts';
import { nothingRecent, type Recent } from './layer.ts';
import * as store from './mastery.store.ts';
import { beginner, continued, type StudentAnswer, type StudentMastery } from './student-replay.ts';

/**
 * Processes new rows of a student's log, within the caller's transaction. It continues from the stored state. Rows
 * older than those already processed, admitted guesses and a newer model cause a full replay.
 */
export async function takeInAnswers(deps: Deps, tx: Tx, userId: string, ids: readonly number[]): Promise<void> {
  const student = await store.lockStudent(tx, userId);
  if (!student) return;
  const model = await store.readModel(tx);
  const isInOrder = ids.every((id) => id > student.through) && !(await store.hasGuesses(tx, userId, ids));
  if (!isInOrder || student.epoch !== model.epoch || student.isPartial) return replayStudent(deps, tx, userId);
  const underWay = [...(await readUnderWay(tx, userId, deps.clock.now())).keys()];
  const end = await store.readEnd(tx, userId, underWay, student.through);
  if (end.isPartial) return replayStudent(deps, tx, userId);
  const before: StudentMastery = {
    ability: { value: student.ability, answers: student.questions },
    history: historyOf(student.history),
    total: student.answers,
    recent: recentIn(student),
    topics: new Map((await store.listTopicMasteries(tx, userId)).map(({ topicId, ...topic }) => [topicId, topic])),
  };
  const answers = await store.listAnswers(tx, userId, { after: student.through, underWay });
  await saveAfter(tx, userId, { before, answers, model, end });
}

/** Replays a student from the first row of the log on. The student's row is locked. */
async function replayStudent(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const model = await store.readModel(tx);
  const underWay = [...(await readUnderWay(tx, userId, deps.clock.now())).keys()];
  const end = await store.readEnd(tx, userId, underWay);
  const answers = await store.listAnswers(tx, userId, { underWay });
  await saveAfter(tx, userId, { before: beginner(), answers, model, end });
}

type Taken = {
  before: StudentMastery;
  answers: readonly StudentAnswer[];
  model: store.Model;
  end: { through: number; isPartial: boolean };
};

async function saveAfter(tx: Tx, userId: string, { before, answers, model, end }: Taken): Promise<void> {
  const after = continued(before, answers, model.newQuestion);
  const level = levelOf(after.history, after.ability.answers, model.gainWeights ?? shippedGainWeights);
  const moved = [...new Set(answers.flatMap(({ topicId }) => topicId ?? []))];
  await store.saveStudent(tx, userId, after, { ...end, epoch: model.epoch, level, moved });
}

/** Replays a student whose row is older than the last estimate, or lacks answers that an attempt withheld. */
export async function refreshMastery(deps: Deps, userId: string): Promise<void> {
  const [student, { epoch }] = await Promise.all([store.findStudent(deps.db, userId), store.readModel(deps.db)]);
  if (student ? student.epoch === epoch && !student.isPartial : !(await store.hasAnswers(deps.db, userId))) return;
  await transact(deps, async (tx) => {
    if (await store.lockStudent(tx, userId)) await replayStudent(deps, tx, userId);
  });
}

/** The current model: its epoch, and the prior for a question without answers. */
export const readModel = (db: Db | Tx) => store.readModel(db);

/** The current mastery state of a student. No row means no answers yet. */
export async function readMasteryState(db: Db | Tx, userId: string) {
  const [student, topics, model] = await Promise.all([
    store.findStudent(db, userId),
    store.listTopicMasteries(db, userId),
    store.readModel(db),
  ]);
  return {
    ability: levelIn(student),
    topics: new Map(topics.map(({ topicId, ...topic }) => [topicId, topic])),
    model,
  };
}

const recentIn = ({
  rights,
  answers,
  fast,
  slow,
}: Pick<store.StudentRow, 'rights' | 'answers' | 'fast' | 'slow'>): Recent => ({
  rights,
  wrongs: answers - rights,
  fast,
  slow,
});

const levelIn = (student: store.StudentRow | undefined): Level => ({
  value: student?.level ?? 0,
  variance: student?.variance ?? 1,
  answers: student?.questions ?? 0,
});

/** How many different questions of each topic a student has answered: a query that callers run along with others. */
export const topicAnswers = (userId: string) => store.topicAnswers(userId);

/** The difficulties of the last estimate, of all and of each topic: they change once a night. */
export const readDifficulties = (db: Db | Tx, shared: Shared) =>
  shared.get('difficulties', 'all', async () => {
    const [model, topics] = await Promise.all([store.readModel(db), store.listTopicDifficulties(db)]);
    const byTopic: ReadonlyMap<number, store.TopicDifficulty> = new Map(topics.map((one) => [one.topicId, one]));
    return { model, byTopic };
  });

/** What is known of a student in all, and in each topic: queries that callers run along with others. */
export const studentReads = (userId: string) => ({ student: store.studentRow(userId) });
export const topicReads = (userId: string) => ({ topics: store.topicMasteries(userId) });

export type TopicMasteryRow = store.TopicMasteryRow;
export type StudentRead = store.StudentRow & { isThere: boolean; hasAnswers: boolean };

export function masteryStateOf(student: StudentRead | undefined, topics: readonly store.TopicMasteryRow[]) {
  return {
    ability: levelIn(student),
    running: { value: student?.ability ?? 0, answers: student?.questions ?? 0 },
    recent: student ? recentIn(student) : nothingRecent(),
    topics: new Map(topics.map((topic) => [topic.topicId, topic])),
  };
}

/** Whether a student's row is older than the last estimate, or lacks answers that an attempt withheld. */
export const isOutdated = (student: StudentRead | undefined, epoch: number): boolean =>
  student?.isThere ? student.epoch !== epoch || student.isPartial : (student?.hasAnswers ?? false);

/** A question was annulled, is valid again, or was removed: the state of every student who answered it is outdated. */
export async function masteryFollowsQuestion(tx: Tx, questionId: number): Promise<void> {
  await store.outdateAnswerersOf(tx, questionId);
}

/** A topic is merged into another: the state of every student who answered its questions is outdated. */
export async function masteryFollowsTopic(tx: Tx, topicId: number): Promise<void> {
  await store.outdateLearnersOf(tx, topicId);
}
