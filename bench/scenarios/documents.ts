import { quietMs } from '../bars.ts';
import { longCourse, sessionToken } from '../data.ts';
import { type Bench, cookieOf, type Prepared, type Scenario, scenario } from '../scenario.ts';

/** CPU of server and database, first by a student who has never opened it, then again. */
type Screen = { name: string; path: (bench: Bench) => string; firstMs: number; againMs: number; students?: number };

/** The screens that students open most. Students from 501 on follow a course of 200 items. */
const screens: readonly Screen[] = [
  { name: 'lesson', path: () => '/articles/1', firstMs: 6, againMs: 1 },
  { name: 'home', path: () => '/', firstMs: 12, againMs: 12 },
  { name: 'study hub', path: () => '/study', firstMs: 12, againMs: 5 },
  { name: 'course', path: () => '/courses/1', firstMs: 6, againMs: 5 },
  {
    name: 'course of 200 items',
    path: ({ size }) => `/courses/${longCourse(size)}`,
    firstMs: 12,
    againMs: 5,
    students: 501,
  },
  { name: 'simulado', path: () => '/quizzes/1', firstMs: 12, againMs: 5 },
  { name: 'practice', path: () => '/practice', firstMs: 12, againMs: 12 },
  { name: 'review', path: () => '/review', firstMs: 12, againMs: 5 },
];

/**
 * Few connections, so that the event loop is not late: an overloaded server sends the plain shell, which is cheap and
 * no screen.
 */
const connections = 4;
const COMING_BACK = 20;
const NEWCOMERS = 400;

const cookieOfStudent = (number: number) => cookieOf(sessionToken('student', number));

/** Opens the screen as these students, which fills all caches. */
async function openBefore(url: string, path: string, students: readonly number[]): Promise<void> {
  for (const student of students) {
    const headers = { cookie: cookieOfStudent(student), 'accept-encoding': 'br' };
    const answer = await fetch(url + path, { headers });
    if (!(await answer.text()).includes('id="first-screen"')) throw new Error(`${path} came without its screen.`);
  }
}

/** A repeat visit: nothing has changed since the last one. */
const again = ({ name, path, againMs, students = 1 }: Screen): Scenario =>
  scenario({
    name: `document again, ${name}`,
    bars: { nodeTimes: quietMs(againMs) },
    prepare: async (bench): Promise<Prepared> => {
      const address = path(bench);
      const readers = Array.from({ length: COMING_BACK }, (_, index) => students + index);
      await openBefore(bench.url, address, readers);
      const cookie = (n: number) => cookieOfStudent(students + (n % COMING_BACK));
      return { request: (n) => ({ method: 'GET', path: address, cookie: cookie(n) }), connections };
    },
  });

/** The first visit of each student to a screen that another student has opened before. */
const first = ({ name, path, firstMs, students = 1 }: Screen): Scenario =>
  scenario({
    name: `document first, ${name}`,
    grows: false,
    bars: { nodeTimes: quietMs(firstMs) },
    prepare: async (bench): Promise<Prepared> => {
      const address = path(bench);
      await openBefore(bench.url, address, [students]);
      // Builds the review list of the day, as the nightly job does for recently active students.
      const newcomers = students + COMING_BACK;
      for (let index = 0; index < NEWCOMERS; index += 1) {
        const headers = { cookie: cookieOfStudent(newcomers + index) };
        await (await fetch(`${bench.url}/api/review/today`, { headers })).arrayBuffer();
      }
      const cookie = (n: number) => cookieOfStudent(newcomers + n);
      return { request: (n) => ({ method: 'GET', path: address, cookie: cookie(n) }), connections, most: NEWCOMERS };
    },
  });

export const documents: readonly Scenario[] = screens.flatMap((screen) => [again(screen), first(screen)]);
