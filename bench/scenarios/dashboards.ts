import { longCourse, sessionToken } from '../data.ts';
import { cookieOf, scenario } from '../scenario.ts';

export const studentDashboard = scenario({
  name: 'student dashboard',
  bars: { cpuMs: 3 },
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
  bars: { cpuMs: 5 },
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
  bars: { cpuMs: 5 },
  prepare: async () => ofFollower('/api/exams/1/map'),
});

export const nextStep = scenario({
  name: 'next step',
  bars: { cpuMs: 5 },
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
  bars: { cpuMs: 5 },
  prepare: async ({ url }) => {
    await makeReviews(url);
    return ofFollower('/api/review/today');
  },
});

/** A student whom the nightly job skipped: the list is built from all 5,000 states during the request. */
export const firstReview = scenario({
  name: 'first review of a day',
  grows: false,
  prepare: async ({ pg }) => {
    await pg.query('DELETE FROM review_days');
    return { ...ofFollower('/api/review/today'), most: 500 };
  },
});
