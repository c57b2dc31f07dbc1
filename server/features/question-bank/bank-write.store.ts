import { sql } from 'kysely';
import type { Difficulty, QuestionFormat, QuestionStatus } from '../../../contract/question-shapes.ts';
import type { Db, Tx } from '../../db/connect.ts';

type Option = { optionText: string; comment: string; isCorrect: boolean };
type Labels = {
  subjectId: number | null;
  topic: string;
  source: string;
  year: number | null;
  difficulty: Difficulty | null;
};
/** How a question is found: see question-index.ts. */
export type IndexForms = { excerpt: string; original: string; plain: string; singular: string; textKey: string };
export type NewQuestion = Labels & {
  format: QuestionFormat;
  questionText: string;
  comment: string;
  options: readonly Option[];
  status: QuestionStatus;
  statusReason: string;
  fingerprint: Buffer;
  creationKey: string | null;
  index: IndexForms;
};

const nextIds = async (tx: Tx, table: 'questions' | 'question_versions', count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id'))::int AS id FROM generate_series(1, ${count})`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Questions with their first version, options and index, in five statements however many they are. */
export async function insertBankQuestions(
  tx: Tx,
  authorId: string | null,
  questions: readonly NewQuestion[],
  now: Date,
): Promise<number[]> {
  if (questions.length === 0) return [];
  const ids = await nextIds(tx, 'questions', questions.length);
  const versionIds = await nextIds(tx, 'question_versions', questions.length);
  const rows = JSON.stringify(
    questions.map((question, index) => ({
      ...question,
      id: ids[index],
      versionId: versionIds[index],
      fingerprint: question.fingerprint.toString('hex'),
      options: undefined,
      index: undefined,
    })),
  );
  await sql`
    INSERT INTO questions (id, author_id, subject_id, topic, source, year, difficulty, status, status_reason,
                           fingerprint, creation_key, in_bank, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT q.id, ${authorId}, q."subjectId", q.topic, q.source, q.year, q.difficulty, q.status, q."statusReason",
           decode(q.fingerprint, 'hex'), q."creationKey", true, ${now}
    FROM jsonb_to_recordset(${rows}::jsonb) AS q (id int, "subjectId" int, topic text, source text, year smallint,
      difficulty text, status text, "statusReason" text, fingerprint text, "creationKey" uuid)`.execute(tx);
  await sql`
    INSERT INTO question_versions (id, question_id, number, format, statement, comment, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT q."versionId", q.id, 1, q.format, q."questionText", q.comment, ${now}
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS q (id int, "versionId" int, format text, "questionText" text, comment text)`.execute(tx);
  await sql`
    UPDATE questions SET current_version_id = v.id FROM question_versions v
    WHERE v.id = ANY(${versionIds}) AND questions.id = v.question_id`.execute(tx);
  await insertOptions(
    tx,
    questions.map(({ options }, index) => ({ versionId: versionIds[index] ?? 0, options })),
  );
  await saveIndex(
    tx,
    questions.map(({ index }, at) => ({ questionId: ids[at] ?? 0, ...index })),
  );
  return ids;
}

async function insertOptions(tx: Tx, versions: readonly { versionId: number; options: readonly Option[] }[]) {
  const rows = versions.flatMap(({ versionId, options }) =>
    options.map((option, index) => ({ versionId, position: index + 1, ...option })),
  );
  await sql`
    INSERT INTO options (question_version_id, position, option_text, comment, is_correct)
    SELECT o."versionId", o.position, o."optionText", o.comment, o."isCorrect"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS o ("versionId" int, position smallint, "optionText" text, comment text, "isCorrect" boolean)`.execute(tx);
}

export async function saveIndex(tx: Tx, entries: readonly ({ questionId: number } & IndexForms)[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    INSERT INTO question_index (question_id, excerpt, words, text_key)
    SELECT e."questionId", e.excerpt, search_words(e.original, e.plain, e.singular), e."textKey"
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS e ("questionId" int, excerpt text, original text, plain text, singular text, "textKey" text)
    ON CONFLICT (question_id) DO UPDATE
    SET excerpt = excluded.excerpt, words = excluded.words, text_key = excluded.text_key`.execute(tx);
}

/** Holds the question: two saves come one after the other. */
export async function lockBankQuestion(tx: Tx, id: number) {
  return tx
    .selectFrom('questions')
    .select(['id', 'author_id as authorId', 'revision', 'status', 'current_version_id as currentVersionId'])
    .where('id', '=', id)
    .where('in_bank', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

export async function findQuestionByKey(db: Db | Tx, creationKey: string) {
  return db
    .selectFrom('questions')
    .select(['id', 'author_id as authorId'])
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
}

/** The next version of a question that is held. */
export async function insertNextVersion(
  tx: Tx,
  questionId: number,
  content: { format: QuestionFormat; questionText: string; comment: string; options: readonly Option[] },
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('question_versions')
    .values((values) => ({
      question_id: questionId,
      number: sql<number>`coalesce(${values
        .selectFrom('question_versions')
        .select((select) => select.fn.max('number').as('last'))
        .where('question_id', '=', questionId)}, 0) + 1`,
      format: content.format,
      statement: content.questionText,
      comment: content.comment,
      created_at: now,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertOptions(tx, [{ versionId: id, options: content.options }]);
  return id;
}

export async function updateBankQuestion(
  tx: Tx,
  id: number,
  change: Labels & { currentVersionId: number; fingerprint: Buffer; now: Date },
): Promise<void> {
  await tx
    .updateTable('questions')
    .set((set) => ({
      subject_id: change.subjectId,
      topic: change.topic,
      source: change.source,
      year: change.year,
      difficulty: change.difficulty,
      current_version_id: change.currentVersionId,
      fingerprint: change.fingerprint,
      revision: set('revision', '+', 1),
      updated_at: change.now,
    }))
    .where('id', '=', id)
    .execute();
}

export async function updateStatus(
  tx: Tx,
  id: number,
  change: { status: QuestionStatus; reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('questions')
    .set((set) => ({
      status: change.status,
      status_reason: change.reason,
      revision: set('revision', '+', 1),
      updated_at: change.now,
    }))
    .where('id', '=', id)
    .execute();
}

/** Makes versions the current ones of questions that have none or an older one; says which those were. */
export async function admitVersions(
  tx: Tx,
  versions: readonly { questionId: number; versionId: number; fingerprint: Buffer }[],
) {
  const { rows } = await sql<{ questionId: number; topic: string; source: string; year: number | null }>`
    UPDATE questions SET in_bank = true, current_version_id = given.version_id, fingerprint = given.fingerprint
    FROM unnest(${versions.map(({ questionId }) => questionId)}::int[],
                ${versions.map(({ versionId }) => versionId)}::int[],
                ${versions.map(({ fingerprint }) => fingerprint)}::bytea[]) AS given (id, version_id, fingerprint)
    WHERE questions.id = given.id
      AND (questions.current_version_id IS NULL OR questions.current_version_id < given.version_id)
    RETURNING questions.id AS "questionId", topic, source, year`.execute(tx);
  return rows;
}

/** Whether an attempt at a quiz that draws has it: such an attempt is the only trace of the draw. */
export async function wasDrawn(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM quiz_version_draws d JOIN attempts a ON a.quiz_version_id = d.quiz_version_id
    JOIN attempt_questions held ON held.attempt_id = a.id AND held.question_id = ${id} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Refused by the foreign keys of quizzes and practices that hold it. */
export async function deleteQuestion(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('questions').where('id', '=', id).execute();
}

/** Which of these questions the bank has already. */
export async function listKnownFingerprints(db: Db | Tx, fingerprints: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    SELECT DISTINCT fingerprint FROM questions
    WHERE in_bank AND fingerprint = ANY(${fingerprints}::bytea[])`.execute(db);
  return new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
}

/** Imports come one after the other, so that two of the same file find each other's questions. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('question-imports'))`.execute(tx);
}
