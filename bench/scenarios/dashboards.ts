import { quietMs } from '../bars.ts';
import { longCourse, sessionToken } from '../data.ts';
import { type Bench, cookieOf, scenario } from '../scenario.ts';
import { fillBank, firstStudents } from './students-own.ts';

export const studentDashboard = scenario({
  name: 'student dashboard',
  bars: { nodeTimes: quietMs(3) },
  prepare: async () => ({
    request: (n) => ({
      method: 'GET',
      path: '/api/dashboard/student',
      cookie: cookieOf(sessionToken('student', 1 + (n % 500))),
    }),
    connections: 8,
  }),
});

export const teacherDashboard = scenario({
  name: 'teacher dashboard',
  prepare: async ({ size }) => ({
    request: (n) => ({
      method: 'GET',
      path: '/api/dashboard/teacher',
      cookie: cookieOf(sessionToken('teacher', 1 + (n % size.teachers))),
    }),
    connections: 8,
  }),
});

export const coursePage = scenario({
  name: 'course page',
  prepare: async ({ size }) => ({
    request: (n) => ({
      method: 'GET',
      path: `/api/courses/${1 + (n % size.courses)}`,
      cookie: cookieOf(sessionToken('student', 1 + (n % 500))),
    }),
    connections: 8,
  }),
});

export const longCoursePage = scenario({
  name: 'course page of 200 items',
  bars: { nodeTimes: quietMs(5) },
  prepare: async ({ size }) => ({
    request: (n) => ({
      method: 'GET',
      path: `/api/courses/${longCourse(size)}`,
      // The students who follow the course.
      cookie: cookieOf(sessionToken('student', 501 + (n % 500))),
    }),
    connections: 8,
  }),
});

export const paymentQueue = scenario({
  name: 'payment queue',
  prepare: async () => ({
    request: () => ({
      method: 'GET',
      path: '/api/admin/payments?limit=50',
      cookie: cookieOf(sessionToken('admin', 1)),
    }),
    connections: 8,
  }),
});

const ofFollower = (path: string) => ({
  request: (n: number) => ({
    method: 'GET',
    path,
    cookie: cookieOf(sessionToken('student', 1 + (n % 500))),
  }),
  connections: 8,
});

/** Builds the review list of the day, as the nightly job does for recently active students. */
async function makeReviews(url: string): Promise<void> {
  for (let student = 1; student <= 500; student += 1) {
    const answer = await fetch(`${url}/api/review/today`, {
      headers: { cookie: cookieOf(sessionToken('student', student)) },
    });
    if (!answer.ok) throw new Error(`/api/review/today answered ${answer.status}.`);
    await answer.arrayBuffer();
  }
}

export const examMap = scenario({
  name: 'map of an exam',
  bars: { nodeTimes: quietMs(5) },
  prepare: async () => ofFollower('/api/exams/1/map'),
});

export const nextStep = scenario({
  name: 'next step',
  bars: { nodeTimes: quietMs(5) },
  prepare: async ({ url }) => {
    await makeReviews(url);
    return ofFollower('/api/next-step');
  },
});

export const studyPlan = scenario({
  name: 'plan over a syllabus',
  prepare: async () => ofFollower('/api/study-plan'),
});

export const todaysReview = scenario({
  name: "today's review",
  bars: { nodeTimes: quietMs(5) },
  prepare: async ({ url }) => {
    await makeReviews(url);
    return ofFollower('/api/review/today');
  },
});

const CARDS = 3000;
const QUESTIONS = 5000;
const CARD_STUDENTS = 20;

/** Students with 3,000 cards beside 5,000 answered questions. */
async function addCards(pg: Bench['pg']): Promise<void> {
  await fillBank(pg, QUESTIONS);
  const student = firstStudents(CARD_STUDENTS);
  await pg.query(`
    INSERT INTO memory_states (user_id, question_id, stability, difficulty, last_day, last_right, answers, wrongs, right_days)
    SELECT user_id, q.id, 1 + q.id % 60, 5, current_date - (1 + q.id % 40)::int, true, 2, 0, 1
    FROM ${student} AS student CROSS JOIN (SELECT id FROM questions WHERE in_bank ORDER BY id LIMIT ${QUESTIONS}) AS q
    ON CONFLICT DO NOTHING;
    INSERT INTO cards (user_id, kind, front, back, search_key, creation_key, created_at, updated_at)
    SELECT user_id, 'basic', 'Frente ' || n, 'Verso ' || n, 'frente', gen_random_uuid(), now() - interval '9 days', now()
    FROM ${student} AS student CROSS JOIN generate_series(1, ${CARDS}) AS n;
    INSERT INTO card_states (card_id, user_id, stability, difficulty, last_day, last_grade, answers, lapses)
    SELECT id, user_id, 1 + id % 60, 5, current_date - (1 + id % 40)::int, 1 + id % 4, 3, 1 FROM cards WHERE id % 10 > 0;
    DELETE FROM review_days;
    ANALYZE memory_states, cards, card_states`);
}

const ofCardStudent = {
  ...ofFollower('/api/review/today'),
  request: (n: number) => ({
    method: 'GET',
    path: '/api/review/today',
    cookie: cookieOf(sessionToken('student', 1 + (n % CARD_STUDENTS))),
  }),
};

export const todaysReviewWithCards = scenario({
  name: "today's review with 3,000 cards",
  bars: { nodeTimes: quietMs(5) },
  grows: false,
  prepare: async ({ url, pg }) => {
    await addCards(pg);
    await makeReviews(url);
    return ofCardStudent;
  },
});

/** A student whom the nightly job skipped: the list is built from all 5,000 states during the request. */
export const firstReview = scenario({
  name: 'first review of a day',
  grows: false,
  prepare: async ({ url, pg }) => {
    // Their answers are taken in: a first visit of all does more, and is no first one of a day.
    await makeReviews(url);
    await pg.query('DELETE FROM review_days');
    return { ...ofFollower('/api/review/today'), most: 500 };
  },
});
