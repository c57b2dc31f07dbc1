import { sql } from 'kysely';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import type { ReportOutcome, ReportReason } from '#contract/study/question-reports.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { outdatedOf } from '#server/db/outdated-questions.ts';

export async function findQuestionLabels(db: Db | Tx, questionId: number) {
  return db
    .selectFrom('questions')
    .leftJoin('subjects', 'subjects.id', 'questions.subject_id')
    .select([
      'questions.author_id as authorId',
      'subjects.name as subject',
      'questions.source',
      'questions.year',
      sql<Difficulty | null>`questions.difficulty`.as('difficulty'),
      sql<boolean>`questions.status = 'annulled'`.as('isAnnulled'),
      outdatedOf('questions').as('outdated'),
    ])
    .where('questions.id', '=', questionId)
    .executeTakeFirst();
}

export async function findOwnReport(db: Db | Tx, userId: string, versionId: number) {
  return db
    .selectFrom('question_reports')
    .select([
      sql<ReportReason>`reason`.as('reason'),
      'note',
      'created_at as createdAt',
      sql<ReportOutcome | null>`outcome`.as('outcome'),
      'reply',
    ])
    .where('user_id', '=', userId)
    .where('question_version_id', '=', versionId)
    .executeTakeFirst();
}

type NewReport = {
  userId: string;
  questionId: number;
  versionId: number;
  reason: ReportReason;
  note: string;
  now: Date;
};

/** Whether it was the student's first about this version. */
export async function insertReport(tx: Tx, report: NewReport): Promise<boolean> {
  const made = await tx
    .insertInto('question_reports')
    .values({
      user_id: report.userId,
      question_id: report.questionId,
      question_version_id: report.versionId,
      reason: report.reason,
      note: report.note,
      created_at: report.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

type Reported = {
  questionId: number;
  excerpt: string;
  subject: string | null;
  topic: string;
  authorName: string | null;
  count: number;
  oldestAt: Date;
  through: number;
};

const ofAuthor = (authorId: string | null) =>
  authorId === null
    ? sql`true`
    : sql`question_id IN (SELECT id FROM questions WHERE author_id = ${authorId} AND in_bank)`;

/** Questions with open reports, the one that waits longest first. `authorId` null: everybody's. */
export async function listReportedRows(
  db: Db,
  authorId: string | null,
  { limit, after }: { limit: number; after: { createdAt: Date; id: number } | null },
): Promise<Reported[]> {
  const { rows } = await sql<Reported>`
    SELECT open.question_id AS "questionId", coalesce(words.excerpt, '') AS excerpt, subjects.name AS subject, q.topic,
      author.first_name || ' ' || author.last_name AS "authorName", open.count, open.oldest AS "oldestAt", open.through
    FROM (
      SELECT question_id, count(*)::int AS count, min(created_at) AS oldest, max(id) AS through
      FROM question_reports WHERE outcome IS NULL AND ${ofAuthor(authorId)} GROUP BY question_id
    ) AS open
    JOIN questions q ON q.id = open.question_id
    LEFT JOIN question_index words ON words.question_id = q.id
    LEFT JOIN subjects ON subjects.id = q.subject_id
    LEFT JOIN users author ON author.id = q.author_id
    WHERE ${after?.createdAt ?? null}::timestamptz IS NULL
      OR (open.oldest, open.question_id) > (${after?.createdAt ?? null}, ${after?.id ?? null}::int)
    ORDER BY open.oldest, open.question_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** How many questions wait, and since when. A query that can be batched with other reads. */
export const reportedCount = (authorId: string | null) => sql<{ count: number; oldestAt: Date | null }>`
  SELECT count(DISTINCT question_id)::int AS count, min(created_at) AS "oldestAt" FROM question_reports
  WHERE outcome IS NULL AND ${ofAuthor(authorId)}`;

export async function countReported(db: Db, authorId: string | null): Promise<number> {
  const { rows } = await reportedCount(authorId).execute(db);
  return rows[0]?.count ?? 0;
}

/** The most reports shown per question; after a burst the first ones are enough. */
const REPORTS_SHOWN = 20;

type OpenReport = {
  id: number;
  questionId: number;
  reason: ReportReason;
  note: string;
  createdAt: Date;
  isOutdated: boolean;
};

export async function listOpenReports(db: Db, questionIds: readonly number[]): Promise<OpenReport[]> {
  const { rows } = await sql<OpenReport>`
    SELECT shown.id, shown.question_id AS "questionId", shown.reason, shown.note, shown.created_at AS "createdAt",
      shown.question_version_id < coalesce(q.current_version_id, 0) AS "isOutdated"
    FROM unnest(${questionIds}::int[]) AS asked (id)
    JOIN questions q ON q.id = asked.id
    CROSS JOIN LATERAL (
      SELECT * FROM question_reports r WHERE r.question_id = asked.id AND r.outcome IS NULL
      ORDER BY r.created_at, r.id LIMIT ${REPORTS_SHOWN}
    ) AS shown
    ORDER BY shown.created_at, shown.id`.execute(db);
  return rows;
}

type Decision = {
  questionId: number;
  through: number;
  outcome: ReportOutcome;
  reply: string;
  decidedBy: string;
  now: Date;
};

/** Decides the open reports up to a given one. Returns the reporters. */
export async function closeReports(tx: Tx, decision: Decision): Promise<string[]> {
  const rows = await tx
    .updateTable('question_reports')
    .set({
      outcome: decision.outcome,
      reply: decision.reply,
      decided_by: decision.decidedBy,
      decided_at: decision.now,
    })
    .where('question_id', '=', decision.questionId)
    .where('id', '<=', decision.through)
    .where('outcome', 'is', null)
    .returning('user_id as userId')
    .execute();
  return [...new Set(rows.map(({ userId }) => userId))];
}
