import { sql } from 'kysely';
import { type CardGrade, type CardSeed, replayCard } from '#server/features/study/review/cards/card-replay.ts';
import { type LoggedAnswer, modelOf, replay } from '#server/features/study/review/memory-replay.ts';
import type { School } from '../school.ts';

type Row = LoggedAnswer & { userId: string; questionId: number; isTakenIn: boolean };
type State = {
  userId: string;
  questionId: number;
  weights: number[] | null;
  stability: number;
  answers: number;
  wrongs: number;
  rightDays: number;
  lastDay: string;
  lastRight: boolean;
};

/** LAW: the memory of every student whose answers are taken in equals a replay of the log from its first row. */
export async function memoryLaw({ reader }: School): Promise<string[]> {
  const { rows: states } = await sql<State>`
    SELECT m.user_id AS "userId", m.question_id AS "questionId", s.weights, m.stability, m.answers, m.wrongs,
      m.right_days AS "rightDays", m.last_day::text AS "lastDay", m.last_right AS "lastRight"
    FROM memory_states m LEFT JOIN student_memories s USING (user_id)
    WHERE NOT EXISTS (SELECT FROM answer_log l WHERE l.user_id = m.user_id AND NOT l.taken_in)
    ORDER BY m.user_id, m.question_id`.execute(reader);
  const { rows } = await sql<Row>`
    SELECT id, taken_in AS "isTakenIn", user_id AS "userId", question_id AS "questionId", source, source_key AS "sourceKey",
      option_id AS "optionId", is_right AS "isRight", study_day::text AS day, false AS "isStandIn"
    FROM answer_log
    UNION ALL
    SELECT id, taken_in, user_id, stands_for, source, source_key, option_id, is_right, study_day::text, true
    FROM answer_log WHERE stands_for IS NOT NULL
    ORDER BY id`.execute(reader);
  const log = Map.groupBy(rows, ({ userId, questionId }) => `${userId}/${questionId}`);
  const known = new Set(states.map(({ userId, questionId }) => `${userId}/${questionId}`));
  const waiting = new Set(rows.filter(({ isTakenIn }) => !isTakenIn).map(({ userId }) => userId));
  const lost = [...log].filter(
    ([key, own]) => !known.has(key) && !waiting.has(own[0]?.userId ?? '') && replay(own) !== null,
  );
  const forgotten = lost.map(([key]) => `student and question ${key} are in the log, and nothing is remembered`);
  const wrong = states.flatMap(({ userId, questionId, weights, stability, ...stored }) => {
    const expected = replay(log.get(`${userId}/${questionId}`) ?? [], modelOf(weights));
    const isSame =
      expected !== null &&
      Math.abs(expected.stability - stability) < 1e-6 * Math.max(1, stability) &&
      (Object.keys(stored) as (keyof typeof stored)[]).every((name) => expected[name] === stored[name]);
    return isSame
      ? []
      : [
          `question ${questionId} of student ${userId} is remembered as ${JSON.stringify({ stability, ...stored })}, the log says ${JSON.stringify(expected)}`,
        ];
  });
  return [...forgotten, ...wrong];
}

type CardRow = {
  userId: string;
  cardId: number;
  weights: number[] | null;
  stability: number | null;
  answers: number | null;
  lapses: number | null;
  log: { grade: CardGrade; day: string }[] | null;
  seed: CardSeed | null;
};

/** LAW: the memory of every card equals a replay of its answers that were not taken back. */
export async function cardMemoryLaw({ reader }: School): Promise<string[]> {
  const { rows } = await sql<CardRow>`
    SELECT c.user_id AS "userId", c.id AS "cardId", m.weights, s.stability, s.answers, s.lapses,
      (SELECT json_agg(json_build_object('grade', a.grade, 'day', a.study_day) ORDER BY a.study_day, a.id)
       FROM card_answers a WHERE a.card_id = c.id AND a.undone_at IS NULL) AS log,
      CASE WHEN c.seed_day IS NOT NULL AND c.seed_stability IS NOT NULL AND c.seed_difficulty IS NOT NULL THEN
        json_build_object('stability', c.seed_stability, 'difficulty', c.seed_difficulty, 'day', c.seed_day) END AS seed
    FROM cards c LEFT JOIN card_states s ON s.card_id = c.id LEFT JOIN student_memories m ON m.user_id = c.user_id
    ORDER BY c.id`.execute(reader);
  return rows.flatMap(({ userId, cardId, weights, log, seed, ...stored }) => {
    const replayed = replayCard(log ?? [], seed, modelOf(weights));
    const expected = {
      stability: replayed?.stability ?? null,
      answers: replayed?.answers ?? null,
      lapses: replayed?.lapses ?? null,
    };
    const isSame =
      stored.answers === expected.answers &&
      stored.lapses === expected.lapses &&
      Math.abs((stored.stability ?? 0) - (expected.stability ?? 0)) < 1e-6 * Math.max(1, expected.stability ?? 0);
    if (isSame) return [];
    return [
      `card ${cardId} of student ${userId} is remembered as ${JSON.stringify(stored)}, its answers say ${JSON.stringify(expected)}`,
    ];
  });
}

/**
 * LAW: every answer of a closed attempt whose review shows right and wrong (at least half of it was answered) is in the
 * log once, as right or wrong by the version that was answered.
 */
export async function logLaw({ reader }: School): Promise<string[]> {
  const { rows } = await sql<{ attemptId: number; questionId: number; rows: number }>`
    SELECT a.id AS "attemptId", q.question_id AS "questionId",
      (SELECT count(*) FROM answer_log l
       WHERE l.user_id = a.user_id AND l.question_id = q.question_id AND l.source = 'attempt'
         AND l.source_key = a.id::text AND l.option_id = q.option_id AND l.is_right = o.is_correct)::int AS rows
    FROM closed_attempts a JOIN attempt_questions q ON q.attempt_id = a.id JOIN options o ON o.id = q.option_id
    WHERE a.counts AND a.user_id IS NOT NULL AND q.option_id IS NOT NULL
      AND (SELECT count(*) FROM attempt_questions g WHERE g.attempt_id = a.id AND g.option_id IS NOT NULL) * 2
          >= (SELECT count(*) FROM attempt_questions g WHERE g.attempt_id = a.id)`.execute(reader);
  return rows
    .filter((one) => one.rows !== 1)
    .map(
      ({ attemptId, questionId, rows: found }) =>
        `the answer to question ${questionId} of attempt ${attemptId} is ${found} times in the log`,
    );
}
