import { sql } from 'kysely';
import type { KnownAttempt, Student } from '../people.ts';
import type { School } from '../school.ts';

type Stored = {
  attemptId: number;
  questionId: number;
  optionId: number | null;
  seq: number;
  sheetOptionId: number | null;
  sheetSeq: number;
  isClosed: boolean;
};

/**
 * LAW: every acknowledged answer is stored once, as it was acknowledged: in the notebook and on the answer card of an
 * attempt, in a practice, in the review, of a card, and in an essay. A later one may have replaced it only where its
 * acknowledgement was lost.
 */
export async function answersLaw(school: School): Promise<string[]> {
  const students = school.students.filter(({ isDeleted }) => !isDeleted);
  return [
    ...(await attemptViolations(school, students)),
    ...(await givenViolations(school, students)),
    ...(await essayViolations(school, students)),
  ];
}

/**
 * When an attempt with an answer card is closed, its bubbles become the answers and the notebook is stored beside them.
 * A closed attempt accepts an answer that is stored already, and keeps the number of the first one.
 */
async function attemptViolations({ reader }: School, students: readonly Student[]): Promise<string[]> {
  const attempts = students.flatMap((one) => [...one.attempts.values()]);
  const { rows } = await sql<Stored>`
    SELECT q.attempt_id AS "attemptId", q.question_id AS "questionId", q.seq, q.sheet_option_id AS "sheetOptionId",
      q.sheet_seq AS "sheetSeq", a.closed_at IS NOT NULL AS "isClosed",
      CASE WHEN a.closed_at IS NOT NULL AND a.notebook_until IS NOT NULL THEN q.notebook_option_id
        ELSE q.option_id END AS "optionId"
    FROM attempt_questions q JOIN attempts a ON a.id = q.attempt_id
    WHERE q.attempt_id = ANY(${attempts.map(({ id }) => id)})`.execute(reader);
  const stored = Map.groupBy(rows, ({ attemptId, questionId }) => `${attemptId}/${questionId}`);
  const found: string[] = [];
  const compare = (
    { id }: KnownAttempt,
    where: string,
    acknowledged: KnownAttempt['acknowledged'],
    uncertain: KnownAttempt['uncertain'],
    read: (row: Stored) => { optionId: number | null; seq: number },
  ) => {
    for (const [questionId, { optionId, seq }] of acknowledged) {
      const of = stored.get(`${id}/${questionId}`) ?? [];
      const row = of[0] && read(of[0]);
      const isNumber = row?.seq === seq || (of[0]?.isClosed && row && row.seq < seq);
      const isThere = row?.optionId === optionId && isNumber;
      const isReplaced = row !== undefined && row.seq > seq && row.seq <= (uncertain.get(questionId) ?? 0);
      if (of.length === 1 && (isThere || isReplaced)) continue;
      found.push(
        `attempt ${id}, question ${questionId}: option ${optionId} was acknowledged ${where} with seq ${seq}, stored is ${JSON.stringify(of)}`,
      );
    }
  };
  for (const attempt of attempts) {
    compare(attempt, 'in the notebook', attempt.acknowledged, attempt.uncertain, (row) => row);
    compare(attempt, 'on the card', attempt.marks, attempt.uncertainMarks, (row) => ({
      optionId: row.sheetOptionId,
      seq: row.sheetSeq,
    }));
  }
  return found;
}

async function givenViolations({ reader }: School, students: readonly Student[]): Promise<string[]> {
  const { rows } = await sql<{ place: string; option: number; count: number }>`
    SELECT 'review/' || user_id || '/' || source_key || '/' || question_id AS place, min(option_id) AS option,
      count(*)::int AS count
    FROM answer_log WHERE source = 'review' GROUP BY 1
    UNION ALL
    SELECT 'practice/' || practice_id || '/' || question_id, min(option_id), count(option_id)::int
    FROM practice_questions GROUP BY 1
    UNION ALL
    SELECT 'direct/' || attempt_id || '/' || question_id, min(option_id), count(option_id)::int
    FROM attempt_questions GROUP BY 1`.execute(reader);
  const stored = new Map(rows.map((row) => [row.place, row]));
  const { rows: cards } = await sql<{ key: string; cardId: number; grade: number; isUndone: boolean }>`
    SELECT answer_key::text AS key, card_id AS "cardId", grade, undone_at IS NOT NULL AS "isUndone"
    FROM card_answers`.execute(reader);
  const answersOf = Map.groupBy(cards, ({ key }) => key);
  const { rows: existing } = await sql<{ id: number }>`SELECT id FROM cards`.execute(reader);
  const there = new Set(existing.map(({ id }) => id));
  const found: string[] = [];
  for (const student of students) {
    for (const one of student.given) {
      if (one.in === 'card') {
        const [answer, ...others] = answersOf.get(one.key) ?? [];
        const isSame = answer?.grade === one.grade && answer.isUndone === one.isUndone && others.length === 0;
        if (there.has(one.cardId) && !isSame) {
          found.push(`the answer ${one.grade} to card ${one.cardId} is stored as ${JSON.stringify(answer ?? null)}`);
        }
        continue;
      }
      const place =
        one.in === 'review'
          ? `review/${student.userId}/${one.key}/${one.questionId}`
          : `${one.in}/${one.id}/${one.questionId}`;
      const row = stored.get(place);
      if (row?.count !== 1 || row.option !== one.optionId) {
        found.push(`option ${one.optionId} was acknowledged as ${place}, stored is ${JSON.stringify(row ?? null)}`);
      }
    }
  }
  return found;
}

async function essayViolations({ reader }: School, students: readonly Student[]): Promise<string[]> {
  const { rows } = await sql<{ id: number; body: string; state: string }>`
    SELECT id, body, state FROM essays`.execute(reader);
  const stored = new Map(rows.map((row) => [row.id, row]));
  return students
    .flatMap(({ essays }) => [...essays.values()])
    .flatMap(({ id, text, isDelivered, isUncertain }) => {
      const row = stored.get(id);
      const isText = isUncertain || row?.body === text;
      if (row && isText && (!isDelivered || row.state !== 'writing')) return [];
      return [
        `essay ${id} was acknowledged as ${isDelivered ? 'delivered' : 'saved'}: ${text.slice(0, 40)}, stored is ${JSON.stringify(row ?? null).slice(0, 200)}`,
      ];
    });
}
