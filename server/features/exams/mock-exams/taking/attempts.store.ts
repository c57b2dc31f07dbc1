import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { prepared } from '#server/db/prepared.ts';
import { resultsAtOfAttempt } from '../windows/window-results.store.ts';

const attemptColumns = [
  'id',
  'quiz_id as quizId',
  'quiz_version_id as versionId',
  'is_direct as isDirect',
  'started_at as startedAt',
  'deadline_at as deadlineAt',
  'closed_at as closedAt',
  'closed_by as closedBy',
  'total_questions as totalQuestions',
  'correct_answers as correctAnswers',
  'score',
  'passed',
  'key_known as keyKnown',
  'time_spent as timeSpent',
  resultsAtOfAttempt.as('resultsAt'),
  'submitted_at as submittedAt',
  'notebook_until as notebookUntil',
  'paused_until as pausedUntil',
  'device',
  'leaves',
] as const;

/** The caller's attempt; another student's attempt is not found. */
export async function findAttempt(db: Db | Tx, id: number, userId: string) {
  return db
    .selectFrom('attempts')
    .select(attemptColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export type AttemptRow = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

/** Attempts of several students, each only if it is theirs. */
export async function listAttemptsOfStudents(
  tx: Tx,
  wanted: readonly { attemptId: number; userId: string }[],
): Promise<AttemptRow[]> {
  return tx
    .selectFrom('attempts')
    .select(attemptColumns)
    .where(
      sql<boolean>`(id, user_id) IN (SELECT * FROM unnest(${wanted.map((one) => one.attemptId)}::int[],
                                                         ${wanted.map((one) => one.userId)}::uuid[]))`,
    )
    .execute();
}

export async function findOpenAttempt(db: Db | Tx, userId: string, quizId: number): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('attempts')
    .select(attemptColumns)
    .where('user_id', '=', userId)
    .where('quiz_id', '=', quizId)
    .where('closed_at', 'is', null)
    .where('is_direct', '=', false)
    .executeTakeFirst();
}

/** An open attempt of either kind; the one on the screen is preferred to a direct one. */
export async function findAnyOpenAttempt(db: Db, userId: string, quizId: number) {
  return db
    .selectFrom('attempts')
    .select(attemptColumns)
    .where('user_id', '=', userId)
    .where('quiz_id', '=', quizId)
    .where('closed_at', 'is', null)
    .orderBy('is_direct')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export type PayloadRow = {
  attemptId: number;
  questionId: number;
  questionVersionId: number;
  optionId: number | null;
  flagged: boolean;
  doubted: boolean;
  leftBlank: boolean;
  seq: number;
  sheetOptionId: number | null;
  sheetSeq: number;
};

export type NewAttempt = {
  quizId: number;
  versionId: number;
  userId: string;
  isDirect: boolean;
  isPreview: boolean;
  now: Date;
  deadline: Date;
  totalQuestions: number;
  passingScore: number;
  toldTime: number | null;
  /** Inside a window: when its results are due. */
  resultsAt: Date | null;
  /** Only with an answer card: when the notebook closes automatically. */
  notebookUntil: Date | null;
  /** One device at a time: the session that begins. */
  device: string | null;
};

const startWith = (questions: string) => `
  WITH started AS (
    INSERT INTO attempts (quiz_id, quiz_version_id, user_id, is_direct, is_preview, started_at, deadline_at,
                          total_questions, passing_score, told_time, results_at, notebook_until, device)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    ON CONFLICT (user_id, quiz_id) WHERE closed_at IS NULL AND NOT is_direct DO NOTHING
    RETURNING id
  )
  INSERT INTO attempt_questions (attempt_id, question_id, question_version_id, position)
  SELECT started.id, question_id, question_version_id, position
  FROM started CROSS JOIN ${questions}
  ORDER BY position
  RETURNING attempt_id AS "attemptId", question_id AS "questionId", question_version_id AS "questionVersionId",
            option_id AS "optionId", flagged, doubted, left_blank AS "leftBlank", seq,
            sheet_option_id AS "sheetOptionId", sheet_seq AS "sheetSeq"`;

const insertStatement = prepared<PayloadRow>(startWith('quiz_version_questions WHERE quiz_version_id = $2'));

/**
 * An attempt and its questions in one statement. Empty when the student has an open one already: the unique index
 * decides between any number of starts at once.
 */
export async function insertAttempt(db: Db | Tx, attempt: NewAttempt): Promise<PayloadRow[]> {
  return insertStatement(db, attemptValues(attempt));
}

const insertDrawnStatement = prepared<PayloadRow>(
  startWith(`unnest($14::int[], $15::int[]) WITH ORDINALITY AS drawn (question_id, question_version_id, position)`),
);

/** The same, with the questions that the draw selected for this attempt. */
export async function insertDrawnAttempt(
  db: Db | Tx,
  attempt: NewAttempt,
  questions: readonly { questionId: number; questionVersionId: number }[],
): Promise<PayloadRow[]> {
  return insertDrawnStatement(db, [
    ...attemptValues({ ...attempt, totalQuestions: questions.length }),
    questions.map(({ questionId }) => questionId),
    questions.map(({ questionVersionId }) => questionVersionId),
  ]);
}

const attemptValues = (attempt: NewAttempt) => [
  attempt.quizId,
  attempt.versionId,
  attempt.userId,
  attempt.isDirect,
  attempt.isPreview,
  attempt.now,
  attempt.deadline,
  attempt.totalQuestions,
  attempt.passingScore,
  attempt.toldTime,
  attempt.resultsAt,
  attempt.notebookUntil,
  attempt.device,
];

export async function listPayload(db: Db | Tx, attemptId: number): Promise<PayloadRow[]> {
  return db
    .selectFrom('attempt_questions')
    .select([
      'attempt_id as attemptId',
      'question_id as questionId',
      'question_version_id as questionVersionId',
      'option_id as optionId',
      'flagged',
      'doubted',
      'left_blank as leftBlank',
      'seq',
      'sheet_option_id as sheetOptionId',
      'sheet_seq as sheetSeq',
    ])
    .where('attempt_id', '=', attemptId)
    .orderBy('position')
    .execute();
}

export async function countAnswered(db: Db | Tx, attemptId: number): Promise<number> {
  const { count } = await db
    .selectFrom('attempt_questions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('attempt_id', '=', attemptId)
    .where('option_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Closed attempts, newest first. */
export async function listClosedAttempts(
  db: Db,
  userId: string,
  quizId: number,
  page: { limit: number; before: number | null },
): Promise<AttemptRow[]> {
  return closedAttempts(db, userId, quizId)
    .select(attemptColumns)
    .$if(page.before !== null, (query) => query.where('id', '<', page.before))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

export async function countClosedAttempts(db: Db, userId: string, quizId: number): Promise<number> {
  const { count } = await closedAttempts(db, userId, quizId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The highest share of right answers; among equals the earliest. Without the attempts whose results do not show. */
export async function findBestAttempt(
  db: Db,
  userId: string,
  quizId: number,
  without: readonly number[],
): Promise<AttemptRow | undefined> {
  return closedAttempts(db, userId, quizId)
    .select(attemptColumns)
    .where('id', '<>', sql<number>`ALL(${without}::int[])`)
    .orderBy(sql`correct_answers::float8 / total_questions`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** The latest of these attempts that was at the quiz. */
export async function findAttemptAmong(db: Db, userId: string, quizId: number, ids: readonly number[]) {
  const row = await closedAttempts(db, userId, quizId)
    .select('id')
    .where('id', '=', sql<number>`ANY(${ids}::int[])`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

const closedAttempts = (db: Db, userId: string, quizId: number) =>
  db
    .selectFrom('attempts')
    .where('user_id', '=', userId)
    .where('quiz_id', '=', quizId)
    .where('closed_at', 'is not', null);

/** Another device goes on with it. */
export async function setDevice(db: Db, attemptId: number, device: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ device })
    .where('id', '=', attemptId)
    .where('device', 'is not', null)
    .where('closed_at', 'is', null)
    .execute();
}

/** Keeps the highest count reported by the client. */
export async function raiseLeaves(db: Db, attemptId: number, userId: string, count: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attempts')
    .set({ leaves: sql`greatest(leaves, ${count}::int)` })
    .where('id', '=', attemptId)
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .where('submitted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
