import { quietMs } from '../bars.ts';
import { sessionToken } from '../data.ts';
import { type Bench, cookieOf, scenario } from '../scenario.ts';

const LIST_QUESTIONS = 5000;
const LIST_STUDENTS = 20;

/** The sessions of the first students of the school. */
export const firstStudents = (count: number) => `(SELECT user_id FROM sessions
  WHERE token_hash IN (SELECT sha256(convert_to('bench-student-' || n, 'UTF8')) FROM generate_series(1, ${count}) AS n))`;

/** Adds questions until the bank has `count`. A small school has fewer than a list may have. */
export async function fillBank(pg: Bench['pg'], count: number): Promise<void> {
  await pg.query(`
    WITH pattern AS (SELECT author_id, subject_id, topic_id, topic FROM questions WHERE in_bank ORDER BY id LIMIT 1)
    INSERT INTO questions (author_id, subject_id, topic_id, topic, in_bank, created_at)
    SELECT pattern.*, true, now() FROM pattern, generate_series(1, ${count} - (SELECT count(*) FROM questions WHERE in_bank));
    INSERT INTO question_versions (question_id, number, statement, comment, created_at)
    SELECT id, 1, 'Enunciado da questão ' || id, 'Comentário da questão ' || id, now() FROM questions
    WHERE in_bank AND current_version_id IS NULL ORDER BY id;
    INSERT INTO options (question_version_id, position, option_text, comment, is_correct)
    SELECT v.id, p, 'Alternativa ' || p, '', p = 1 + v.id % 5
    FROM questions q JOIN question_versions v ON v.question_id = q.id CROSS JOIN generate_series(1, 5) AS p
    WHERE q.in_bank AND q.current_version_id IS NULL ORDER BY v.id, p;
    UPDATE questions SET current_version_id = v.id FROM question_versions v
    WHERE v.question_id = questions.id AND in_bank AND current_version_id IS NULL;
    ANALYZE questions, question_versions, options`);
}

/** Students with a list of 5,000 questions, two thirds of them answered. */
async function addLists(pg: Bench['pg']): Promise<number[]> {
  await fillBank(pg, LIST_QUESTIONS);
  await pg.query(`
    INSERT INTO question_lists (user_id, name, total, answered, correct, created_at, used_at)
    SELECT user_id, 'Caderno medido', ${LIST_QUESTIONS}, 0, 0, now(), now() FROM ${firstStudents(LIST_STUDENTS)} AS student;
    INSERT INTO question_list_items (list_id, question_id, position, rank, answered_at, is_correct, wrongs)
    SELECT list.id, q.id, q.at, q.at, CASE WHEN q.at % 3 > 0 THEN now() END, CASE WHEN q.at % 3 > 0 THEN q.at % 3 = 1 END, 0
    FROM question_lists list CROSS JOIN (
      SELECT id, row_number() OVER (ORDER BY id)::int AS at FROM questions WHERE in_bank ORDER BY id LIMIT ${LIST_QUESTIONS}
    ) AS q WHERE list.name = 'Caderno medido';
    UPDATE question_lists SET answered = fresh.answered, correct = fresh.correct FROM (
      SELECT list_id, count(answered_at) AS answered, count(*) FILTER (WHERE is_correct) AS correct
      FROM question_list_items GROUP BY list_id
    ) AS fresh WHERE id = fresh.list_id;
    ANALYZE question_lists, question_list_items`);
  const ids: number[] = [];
  for (let student = 1; student <= LIST_STUDENTS; student += 1) {
    const { rows } = await pg.query<{ id: number }>(
      `SELECT list.id FROM question_lists list JOIN sessions USING (user_id)
       WHERE name = 'Caderno medido' AND token_hash = sha256(convert_to($1, 'UTF8'))`,
      [sessionToken('student', student)],
    );
    if (rows[0]) ids.push(rows[0].id);
  }
  return ids;
}

async function countPages(url: string, id: number): Promise<number> {
  const answer = await fetch(`${url}/api/question-lists/${id}`, {
    headers: { cookie: cookieOf(sessionToken('student', 1)) },
  });
  const { total, pages } = (await answer.json()) as { total: number; pages: number };
  if (total !== LIST_QUESTIONS) throw new Error(`The list has ${total} questions.`);
  return pages;
}

/** Every page in turn: the last ones must cost no more than the first. */
export const questionListPage = scenario({
  name: 'page of a question list of 5,000',
  bars: { nodeTimes: quietMs(5) },
  grows: false,
  prepare: async ({ url, pg }) => {
    const ids = await addLists(pg);
    const pages = await countPages(url, ids[0] ?? 0);
    return {
      request: (n) => {
        const student = n % LIST_STUDENTS;
        return {
          method: 'GET',
          path: `/api/question-lists/${ids[student]}?page=${1 + (Math.floor(n / LIST_STUDENTS) % pages)}`,
          cookie: cookieOf(sessionToken('student', 1 + student)),
        };
      },
      connections: 8,
    };
  },
});

const VOTES = 10_000;
const VOTERS = 1000;
const COMMENTS = VOTES / VOTERS;

/** Comments of a teacher below questions that every voter has answered. */
async function addComments(pg: Bench['pg']): Promise<number[]> {
  await pg.query(`
    INSERT INTO answer_log (user_id, question_id, option_id, is_right, source, source_key, study_day, answered_at, taken_in)
    SELECT student.user_id, q.id, o.id, o.is_correct, 'practice', 'bench-' || q.id, current_date - 2, now() - interval '2 days', true
    FROM ${firstStudents(VOTERS)} AS student
    CROSS JOIN (SELECT id, current_version_id FROM questions WHERE in_bank ORDER BY id LIMIT ${COMMENTS}) AS q
    JOIN options o ON o.question_version_id = q.current_version_id AND o.position = 1;
    ANALYZE answer_log`);
  const { rows } = await pg.query<{ id: number }>(`
    INSERT INTO question_comments (question_id, user_id, body, alias, is_teacher, state, written_on, created_at, creation_key)
    SELECT q.id, q.author_id, 'Comentário medido', 'Professor', true, 'shown', current_date, now(), gen_random_uuid()
    FROM (SELECT id, author_id FROM questions WHERE in_bank ORDER BY id LIMIT ${COMMENTS}) AS q RETURNING id`);
  return rows.map(({ id }) => id);
}

const body = Buffer.from(JSON.stringify({ helped: true }));

/** 10,000 people press 'Ajudou', many of them at the same comment: `--seconds 60` waits for all of them. */
export const commentVotes = scenario({
  name: 'votes for comments',
  bars: { nodeTimes: quietMs(3) },
  grows: false,
  prepare: async ({ pg }) => {
    const ids = await addComments(pg);
    return {
      request: (n) => ({
        method: 'PUT',
        path: `/api/question-comments/${ids[n % COMMENTS]}/vote`,
        cookie: cookieOf(sessionToken('student', 1 + (Math.floor(n / COMMENTS) % VOTERS))),
        headers: { 'content-type': 'application/json' },
        body,
      }),
      connections: 16,
      most: VOTES,
      check: async () => {
        const { rows } = await pg.query<{ votes: number; counted: number }>(
          `
          SELECT votes, (SELECT count(*)::int FROM question_comment_votes WHERE comment_id = c.id) AS counted
          FROM question_comments c WHERE id = ANY($1::int[])`,
          [ids],
        );
        const counted = rows.reduce((sum, row) => sum + row.counted, 0);
        console.log(`  ${counted} votes counted again`);
        if (rows.some(({ votes, counted: again }) => votes !== again)) throw new Error('Counts differ from a recount.');
      },
    };
  },
});
