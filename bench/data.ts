import pg from 'pg';
import type { Size } from './sizes.ts';

/** Students 1..n have the session cookie of `studentCookie(n)`; so do teachers and the admin. */
export const sessionToken = (who: 'student' | 'teacher' | 'admin', number: number) => `bench-${who}-${number}`;
export const BENCH_PASSWORD = 'bench-password';

const START = "timestamptz '2026-01-01 12:00:00Z'";

/** Ids derived from a number, so that every run generates the same school. */
const userId = (role: string, number: string) =>
  `(substr(md5('${role}' || ${number}), 1, 12) || '7' || substr(md5('${role}' || ${number}), 14, 3) || '8' || substr(md5('${role}' || ${number}), 18, 15))::uuid`;

const people = (role: 'student' | 'teacher' | 'admin', count: number, passwordHash: string) => `
  INSERT INTO users (id, username, username_key, email, email_key, first_name, last_name, search_key, password_hash,
                     role, status, terms_version, terms_accepted_at, created_at)
  SELECT ${userId(role, 'n')}, '${role}' || n, '${role}' || n, '${role}' || n || '@bench.example', '${role}' || n || '@bench.example',
         'Pessoa', 'Número ' || n, 'pessoa numero ' || n || ' ${role}' || n, '${passwordHash}',
         '${role}', 'active', 'bench', ${START}, ${START} + n * interval '1 second'
  FROM generate_series(1, ${count}) AS n`;

/** Only this many students have a session and study days: no scenario uses more. */
const SESSIONS = 2000;
const STUDY_DAYS = 60;
const sessions = (role: 'student' | 'teacher' | 'admin', count: number) => `
  INSERT INTO sessions (id, token_hash, user_id, device, created_at, last_seen_at, expires_at)
  SELECT gen_random_uuid(), sha256(convert_to('bench-${role}-' || n, 'UTF8')), ${userId(role, 'n')}, 'Bench',
         now(), now(), now() + interval '30 days'
  FROM generate_series(1, ${Math.min(count, SESSIONS)}) AS n`;

/** Vocabulary of the generated lessons, so that they compress like real ones. */
const vocabulary = `verbo sujeito exceções banca prova questão regra número pessoa oração período termo objeto direto
  indireto adjunto predicado crase vírgula sentido texto autor tese argumento conclusão lei artigo inciso direito dever
  estado município servidor cargo poder ato administrativo processo prazo recurso autoridade segurança pública polícia
  militar hierarquia disciplina conjunto função equação razão proporção porcentagem juros probabilidade média arquivo
  rede sistema planilha navegador história república império território população clima relevo economia constituição
  princípio legalidade moralidade publicidade eficiência que para com quando segundo entre sobre sempre nunca cada
  a o de em não mais como por isso também deve pode ser está`.split(/\s+/);
const LESSON_WORDS = 900;

/** Paragraphs of sixty words, sentences of twelve, chosen by the lesson's number. */
const lessonText = `(SELECT '<h2>Parte ' || n || '</h2><p>' || string_agg(
    CASE WHEN i % 60 = 0 THEN word || '.</p><p>' WHEN i % 12 = 0 THEN word || '.' ELSE word END, ' ' ORDER BY i) || '</p>'
  FROM generate_series(1, ${LESSON_WORDS}) AS i,
       LATERAL (SELECT ('{${vocabulary.join(',')}}'::text[])[1 + (hashint4(n * ${LESSON_WORDS} + i) & 2147483647) % ${vocabulary.length}] AS word) AS chosen)`;

/** An exam with this many topics. The first students follow it, each with a map and review states. */
const SYLLABUS_TOPICS = 96;
const FOLLOWERS = 500;
const STATES = 5000;

/** The last course is the long one. */
export const longCourse = (size: Size) => size.courses + 1;

/** The whole school in plain SQL: PostgreSQL generates the rows itself, without any transfer. */
function steps(size: Size, passwordHash: string): [name: string, sql: string][] {
  const student = (n: string) => userId('student', n);
  const teacher = (n: string) => userId('teacher', n);
  return [
    ['students', people('student', size.students, passwordHash)],
    ['teachers', people('teacher', size.teachers, passwordHash)],
    ['admin', people('admin', 1, passwordHash)],
    [
      'sessions',
      [sessions('student', size.students), sessions('teacher', size.teachers), sessions('admin', 1)].join(';'),
    ],
    [
      'subjects',
      `INSERT INTO subjects (name, name_key, created_at)
      SELECT 'Matéria ' || n, 'materia ' || n, ${START} FROM generate_series(1, ${size.subjects}) AS n`,
    ],
    [
      'lessons',
      `INSERT INTO lessons (subject_id, author_id, title, title_key, content, fingerprint, word_count, created_at, updated_at)
      SELECT 1 + n % ${size.subjects}, ${teacher(`(1 + n % ${size.teachers})`)}, 'Aula ' || n || ': concordância e regência',
             'aula ' || n || ': concordancia e regencia', ${lessonText}, sha256(convert_to('lesson' || n, 'UTF8')), 900,
             ${START} + n * interval '1 minute', ${START} + n * interval '1 minute'
      FROM generate_series(1, ${size.lessons}) AS n`,
    ],
    [
      'search entries',
      `INSERT INTO search_entries (kind, id, subject_id, title, body, title_key, title_words, body_words)
      SELECT 'lesson', id, subject_id, title, left(content, 5000), title_key, search_words(title, title_key, title_key),
             search_words(left(content, 5000), title_key || ' palavra' || id % 997, title_key)
      FROM lessons`,
    ],
    [
      'questions',
      `INSERT INTO questions (author_id, subject_id, created_at)
      SELECT ${teacher(`(1 + n % ${size.teachers})`)}, 1 + n % ${size.subjects}, ${START}
      FROM generate_series(1, ${size.quizzes * size.questionsPerQuiz}) AS n;
      INSERT INTO question_versions (question_id, number, statement, comment, created_at)
      SELECT id, 1, 'Enunciado da questão ' || id, 'Comentário da questão ' || id, ${START} FROM questions ORDER BY id;
      INSERT INTO options (question_version_id, position, option_text, comment, is_correct)
      SELECT v.id, p, 'Alternativa ' || p, '', p = 1 + v.id % 5
      FROM question_versions v CROSS JOIN generate_series(1, 5) AS p ORDER BY v.id, p`,
    ],
    [
      'quizzes',
      `INSERT INTO quizzes (author_id, published_at, created_at, updated_at)
      SELECT ${teacher(`(1 + n % ${size.teachers})`)}, ${START} + n * interval '1 hour', ${START}, ${START}
      FROM generate_series(1, ${size.quizzes}) AS n;
      INSERT INTO quiz_versions (quiz_id, number, title, description, time_limit, passing_score, question_count, created_at, published_at)
      SELECT id, 1, 'Simulado ' || id, 'Descrição', 60, 70, ${size.questionsPerQuiz}, ${START}, ${START} FROM quizzes ORDER BY id;
      UPDATE quizzes SET draft_version_id = v.id, published_version_id = v.id FROM quiz_versions v WHERE v.quiz_id = quizzes.id;
      INSERT INTO quiz_version_questions (quiz_version_id, position, question_id, question_version_id)
      SELECT v.id, p, q.id, q.id FROM quiz_versions v CROSS JOIN generate_series(1, ${size.questionsPerQuiz}) AS p
      JOIN question_versions q ON q.id = (v.id - 1) * ${size.questionsPerQuiz} + p`,
    ],
    [
      'syllabus',
      `INSERT INTO topics (subject_id, name, name_key)
      SELECT 1 + n % ${size.subjects}, 'Assunto ' || n, 'assunto ' || n FROM generate_series(1, ${SYLLABUS_TOPICS}) AS n;
      UPDATE lessons SET topic_id = t.id FROM topics t
      WHERE t.id = 1 + (lessons.id + ${SYLLABUS_TOPICS - 1}) % ${SYLLABUS_TOPICS} AND t.subject_id = lessons.subject_id;
      INSERT INTO questions (author_id, subject_id, topic_id, topic, in_bank, created_at)
      SELECT ${teacher(`(1 + n % ${size.teachers})`)}, t.subject_id, t.id, t.name, true, ${START}
      FROM generate_series(1, ${size.lessons}) AS n JOIN topics t ON t.id = 1 + n % ${SYLLABUS_TOPICS};
      INSERT INTO question_versions (question_id, number, statement, comment, created_at)
      SELECT id, 1, 'Enunciado da questão ' || id, 'Comentário da questão ' || id, ${START} FROM questions WHERE in_bank ORDER BY id;
      UPDATE questions SET current_version_id = v.id FROM question_versions v WHERE v.question_id = questions.id AND in_bank;
      INSERT INTO options (question_version_id, position, option_text, comment, is_correct)
      SELECT q.current_version_id, p, 'Alternativa ' || p, '', p = 1 + q.id % 5
      FROM questions q CROSS JOIN generate_series(1, 5) AS p WHERE q.in_bank;
      INSERT INTO question_difficulties (question_version_id, value, answers)
      SELECT current_version_id, (id % 40 - 20) / 10.0, 50 FROM questions WHERE in_bank;
      INSERT INTO topic_difficulties (topic_id, value, spread, guess, questions) SELECT id, 0, 0.4, 0.2, 50 FROM topics;
      UPDATE mastery_model SET epoch = 1;
      INSERT INTO exams (name, organisation, exam_date, created_at, updated_at)
      VALUES ('Soldado PM', 'VUNESP', current_date + 90, ${START}, ${START});
      INSERT INTO syllabi (exam_id, measure, pass_mark, updated_at) SELECT id, 'questions', 60, ${START} FROM exams;
      INSERT INTO syllabus_subjects (exam_id, subject_id, place, points, minimum)
      SELECT exams.id, s.id, s.id, 1, 2 FROM exams, subjects s;
      INSERT INTO syllabus_topics (exam_id, topic_id, place, amount) SELECT exams.id, t.id, t.id, 1 FROM exams, topics t;
      INSERT INTO followed_exams (user_id, exam_id, followed_at)
      SELECT ${student('n')}, exams.id, ${START} FROM exams, generate_series(1, ${FOLLOWERS}) AS n;
      INSERT INTO student_mastery (user_id, epoch, through, is_partial, ability, answers)
      SELECT ${student('n')}, 1, 0, false, (n % 30 - 15) / 10.0, 500 FROM generate_series(1, ${FOLLOWERS}) AS n;
      INSERT INTO topic_mastery (user_id, topic_id, value, answers, rights, last_day)
      SELECT ${student('n')}, t.id, (t.id % 10 - 5) / 10.0, 5, 3, current_date - 3
      FROM topics t CROSS JOIN generate_series(1, ${FOLLOWERS}) AS n;
      INSERT INTO memory_states (user_id, question_id, stability, difficulty, last_day, last_right, answers, wrongs,
                                 last_wrong_day, right_days)
      SELECT ${student('n')}, q.id, 1 + q.id % 60, 5, current_date - (q.id % 40)::int, q.id % 3 > 0, 2, (q.id % 3 = 0)::int,
             CASE WHEN q.id % 3 = 0 THEN current_date - (q.id % 40)::int END, 1
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS at FROM questions WHERE in_bank) q
      CROSS JOIN generate_series(1, ${FOLLOWERS}) AS n WHERE q.at <= ${STATES}`,
    ],
    [
      'attempts',
      `INSERT INTO attempts (quiz_id, quiz_version_id, user_id, started_at, deadline_at, total_questions, passing_score,
                            closed_at, closed_by, correct_answers, score, passed, time_spent)
      SELECT 1 + n % ${size.quizzes}, 1 + n % ${size.quizzes}, ${student(`(1 + (n::bigint * 7919) % ${size.students})`)},
             at, at + interval '1 hour', ${size.questionsPerQuiz}, 70, at + interval '30 minutes', 'student',
             n % ${size.questionsPerQuiz + 1}, round(n % ${size.questionsPerQuiz + 1} * 10.0 / ${size.questionsPerQuiz}),
             n % ${size.questionsPerQuiz + 1} * 100 >= 70 * ${size.questionsPerQuiz}, 1800
      FROM generate_series(1, ${size.attempts}) AS n, LATERAL (SELECT now() - (n % 500) * interval '13 hours' AS at) AS times`,
    ],
    [
      'answers',
      `INSERT INTO attempt_questions (attempt_id, question_id, question_version_id, position, option_id, seq, answered_at)
      SELECT a.id, q.question_id, q.question_version_id, q.position, (q.question_version_id - 1) * 5 + 1 + (a.id + q.position) % 5, 1, a.started_at
      FROM attempts a JOIN quiz_version_questions q ON q.quiz_version_id = a.quiz_version_id`,
    ],
    [
      'courses',
      `INSERT INTO courses (instructor_id, title, description, search_key, category, difficulty, duration, is_published, created_at, updated_at)
      SELECT ${teacher(`(1 + n % ${size.teachers})`)}, 'Curso ' || n, 'Descrição do curso', 'curso ' || n, 'GERAL', 'beginner', 600, true,
             ${START} + n * interval '1 hour', ${START} FROM generate_series(1, ${longCourse(size)}) AS n;
      INSERT INTO course_items (course_id, position, lesson_id, quiz_id)
      SELECT c, p, CASE WHEN p % 10 > 0 THEN 1 + (c * 31 + p) % ${size.lessons} END, CASE WHEN p % 10 = 0 THEN 1 + (c * 7 + p / 10) % ${size.quizzes} END
      FROM generate_series(1, ${longCourse(size)}) AS c
      CROSS JOIN LATERAL generate_series(1, CASE c WHEN ${longCourse(size)} THEN ${size.itemsOfLongCourse} ELSE ${size.itemsPerCourse} END) AS p
      ON CONFLICT DO NOTHING`,
    ],
    [
      'enrolments',
      `INSERT INTO enrollments (user_id, course_id, enrolled_at)
      SELECT ${student('n')}, 1 + (n * 13 + e * 7) % ${size.courses}, now() - (n % 300) * interval '1 day'
      FROM generate_series(1, ${size.students}) AS n CROSS JOIN generate_series(1, ${size.enrolmentsPerStudent}) AS e
      ON CONFLICT DO NOTHING;
      INSERT INTO enrollments (user_id, course_id, enrolled_at)
      SELECT ${student('n')}, ${longCourse(size)}, now() - interval '90 days' FROM generate_series(501, 1000) AS n`,
    ],
    [
      'lesson progress',
      `INSERT INTO lesson_progress (user_id, lesson_id, position, active_seconds, reached_end, completed_at, reported_at)
      SELECT ${student('n')}, 1 + (n * 17 + l) % ${size.lessons}, 1, 300, true, now() - (l % 60) * interval '1 day', now()
      FROM generate_series(1, ${size.students}) AS n CROSS JOIN generate_series(1, 10) AS l ON CONFLICT DO NOTHING`,
    ],
    [
      'study days',
      `INSERT INTO study_days (user_id, day, reading, quizzes, answered)
      SELECT ${student('n')}, current_date - d, repeat(CASE d % 3 WHEN 0 THEN '0001' ELSE '0000' END, 1080)::bit(4320),
             repeat('0', 4320)::bit(4320), d % 3 = 1
      FROM generate_series(1, ${Math.min(size.students, SESSIONS)}) AS n CROSS JOIN generate_series(1, ${STUDY_DAYS}) AS d`,
    ],
    // Access never ends, so that the day of the measurement does not matter.
    ['access', `UPDATE access_grants SET rule = 'endless'`],
    ['preferences', `INSERT INTO preferences (user_id) SELECT id FROM users`],
    [
      'payments',
      `INSERT INTO payments (payment_code, amount, status, user_id, proof_uploaded_at, created_at, updated_at)
      SELECT upper(translate(substr(md5('payment' || n), 1, 16), 'iloub', 'jkmnp')), 29700,
             (ARRAY['analyzing', 'pending', 'approved', 'rejected'])[CASE WHEN n % 100 < 1 THEN 1 WHEN n % 100 < 3 THEN 2 WHEN n % 100 < 98 THEN 3 ELSE 4 END],
             ${student('n')}, ${START} + n * interval '1 minute', ${START} + n * interval '1 minute', ${START}
      FROM generate_series(1, ${Math.min(size.payments, size.students)}) AS n ON CONFLICT DO NOTHING`,
    ],
  ];
}

/** Fills an empty, migrated database. Calls `progress` with the name of each step and its duration. */
export async function generate(
  connection: { connectionString: string },
  size: Size,
  passwordHash: string,
  progress: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ ...connection, statement_timeout: 0 });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '256MB'; SET work_mem = '128MB'");
    for (const [name, sql] of steps(size, passwordHash)) {
      const begun = performance.now();
      // Skips the foreign-key checks of twenty million generated answers: they would take longer than the insert.
      if (name === 'answers') await client.query('SET session_replication_role = replica');
      await client.query(sql);
      await client.query('RESET session_replication_role');
      progress(`${name} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    }
    await client.query('VACUUM ANALYZE');
    // Statistics from here on cover the measured work, not the generation.
    await client.query('SELECT pg_stat_reset()');
  } finally {
    await client.end();
  }
}
