import { sql } from 'kysely';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import type { PracticeKind } from '#contract/study/practice.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { outdatedOf } from '#server/db/outdated-questions.ts';

/** The words in `kind`, which the version before reads and every row has. */
const kindColumn: Record<PracticeKind, string> = {
  training: 'treino',
  mistakes: 'erradas',
  free: 'livre',
  start: 'livre',
  timed: 'livre',
};

/** Rows of the version before have no mode. */
const mode = sql<PracticeKind>`coalesce(mode, CASE kind WHEN 'treino' THEN 'training' WHEN 'erradas' THEN 'mistakes'
  ELSE 'free' END)`;

const practiceColumns = [
  'id',
  mode.as('kind'),
  'quiz_id as quizId',
  'question_list_id as questionListId',
  'title',
  'shuffle_options as shuffleOptions',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'deadline_at as deadlineAt',
  'total_questions as total',
] as const;

/** The caller's practice; another student's is not found. */
export async function findPractice(db: Db | Tx, id: number, userId: string) {
  return db
    .selectFrom('practices')
    .select(practiceColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
export type PracticeRow = NonNullable<Awaited<ReturnType<typeof findPractice>>>;

/** Locks the practice: its answers are serialised. */
export async function lockPractice(tx: Tx, id: number, userId: string) {
  return tx
    .selectFrom('practices')
    .select(practiceColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function findOpenPractice(db: Db | Tx, userId: string, quizId: number, kind: PracticeKind) {
  return db
    .selectFrom('practices')
    .select('id')
    .where('user_id', '=', userId)
    .where('quiz_id', '=', quizId)
    .where('kind', '=', kindColumn[kind])
    .where('finished_at', 'is', null)
    .executeTakeFirst();
}

const openAtLesson = builtOnce((db, userId: string, lessonId: number) =>
  db
    .selectFrom('practices')
    .select('id')
    .where('user_id', '=', userId)
    .where('lesson_id', '=', lessonId)
    .where('finished_at', 'is', null),
);

export async function findOpenAtLesson(db: Db | Tx, userId: string, lessonId: number) {
  const [row] = await openAtLesson(db, userId, lessonId);
  return row;
}

export const openOfList = (userId: string, questionListId: number) => sql<{ id: number }>`
  SELECT id FROM practices
  WHERE user_id = ${userId} AND question_list_id = ${questionListId} AND finished_at IS NULL`;

export async function findOpenOfList(db: Db | Tx, userId: string, questionListId: number) {
  const { rows } = await openOfList(userId, questionListId).execute(db);
  return rows[0];
}

export async function closeOpenOfList(tx: Tx, userId: string, questionListId: number, now: Date): Promise<void> {
  await tx
    .updateTable('practices')
    .set({ finished_at: now })
    .where('user_id', '=', userId)
    .where('question_list_id', '=', questionListId)
    .where('finished_at', 'is', null)
    .execute();
}

export async function findPracticeByKey(db: Db | Tx, userId: string, creationKey: string) {
  return db
    .selectFrom('practices')
    .select('id')
    .where('user_id', '=', userId)
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
}

type NewPractice = {
  userId: string;
  kind: PracticeKind;
  quizId: number | null;
  topicId: number | null;
  lessonId: number | null;
  questionListId?: number;
  title: string;
  creationKey: string | null;
  shuffleOptions: boolean;
  /** Set in a timed practice. */
  deadlineAt?: Date;
  questions: readonly { questionId: number; questionVersionId: number }[];
  now: Date;
};

/** Undefined if the same practice is open or was created with the same key: the unique indexes decide. */
export async function insertPractice(tx: Tx, practice: NewPractice): Promise<number | undefined> {
  const row = await tx
    .insertInto('practices')
    .values({
      user_id: practice.userId,
      kind: kindColumn[practice.kind],
      mode: practice.kind,
      quiz_id: practice.quizId,
      topic_id: practice.topicId,
      lesson_id: practice.lessonId,
      question_list_id: practice.questionListId ?? null,
      title: practice.title,
      creation_key: practice.creationKey,
      shuffle_options: practice.shuffleOptions,
      total_questions: practice.questions.length,
      started_at: practice.now,
      deadline_at: practice.deadlineAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return undefined;
  await tx
    .insertInto('practice_questions')
    .values(
      practice.questions.map(({ questionId, questionVersionId }, index) => ({
        practice_id: row.id,
        question_id: questionId,
        question_version_id: questionVersionId,
        position: index + 1,
      })),
    )
    .execute();
  return row.id;
}

export async function listPracticeQuestions(db: Db | Tx, practiceId: number) {
  return db
    .selectFrom('practice_questions as held')
    .innerJoin('questions', 'questions.id', 'held.question_id')
    .leftJoin('subjects', 'subjects.id', 'questions.subject_id')
    .select([
      'held.question_id as questionId',
      'held.question_version_id as questionVersionId',
      'held.option_id as optionId',
      'held.is_correct as isCorrect',
      'held.chosen_option_id as chosenOptionId',
      'subjects.name as subject',
      'questions.source',
      'questions.organ',
      'questions.post',
      'questions.year',
      sql<Difficulty | null>`questions.difficulty`.as('difficulty'),
      sql<boolean>`questions.status = 'annulled'`.as('isAnnulled'),
      outdatedOf('questions').as('outdated'),
    ])
    .where('held.practice_id', '=', practiceId)
    .orderBy('held.position')
    .execute();
}
export type PracticeQuestionRow = Awaited<ReturnType<typeof listPracticeQuestions>>[number];

export async function saveAnswer(
  tx: Tx,
  answer: { practiceId: number; questionId: number; optionId: number; isCorrect: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('practice_questions')
    .set({ option_id: answer.optionId, is_correct: answer.isCorrect, answered_at: answer.now })
    .where('practice_id', '=', answer.practiceId)
    .where('question_id', '=', answer.questionId)
    .where('option_id', 'is', null)
    .execute();
}

export async function closePractice(tx: Db | Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('practices')
    .set({ finished_at: now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

export async function listPracticeRows(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('practices')
    .select((select) => [
      ...practiceColumns,
      select
        .selectFrom('practice_questions as held')
        .select(sql<number>`count(coalesce(held.option_id, held.chosen_option_id))`.as('count'))
        .whereRef('held.practice_id', '=', 'practices.id')
        .as('answered'),
      select
        .selectFrom('practice_questions as held')
        .select(sql<number>`count(*) FILTER (WHERE held.is_correct)`.as('count'))
        .whereRef('held.practice_id', '=', 'practices.id')
        .as('correct'),
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * The questions of these practices whose keys show: the answered ones, and all of a timed practice that is over. A
 * practice has at most PRACTICE_QUESTIONS_MAX of them.
 */
export async function listShownIn(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('practice_questions as held')
    .innerJoin('practices', 'practices.id', 'held.practice_id')
    .select(['held.practice_id as practiceId', 'held.question_id as questionId'])
    .where('held.practice_id', '=', sql<number>`ANY(${ids}::int[])`)
    .where(sql<boolean>`CASE WHEN practices.deadline_at IS NULL THEN held.option_id IS NOT NULL
      ELSE practices.finished_at IS NOT NULL END`)
    .execute();
}

/** Those of the practices in which one of the questions was answered, each with one. */
export async function listPracticesContaining(db: Db, ids: readonly number[], questionIds: readonly number[]) {
  return db
    .selectFrom('practice_questions')
    .select((select) => ['practice_id as practiceId', select.fn.min('question_id').as('questionId')])
    .where('practice_id', '=', sql<number>`ANY(${ids}::int[])`)
    .where('question_id', '=', sql<number>`ANY(${questionIds}::int[])`)
    .where('option_id', 'is not', null)
    .groupBy('practice_id')
    .execute();
}
