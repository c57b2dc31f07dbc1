import { quietMs } from '../bars.ts';
import { sessionToken } from '../data.ts';
import { cookieOf, scenario } from '../scenario.ts';

const student = (n: number, students: number) => cookieOf(sessionToken('student', 1 + (n % Math.min(students, 500))));

export const landing = scenario({
  name: 'landing',
  prepare: async () => ({ request: () => ({ method: 'GET', path: '/' }), httpBaseline: true }),
});

export const sessionCheck = scenario({
  name: 'session check',
  prepare: async ({ size }) => ({
    request: (n) => ({ method: 'GET', path: '/api/auth/user', cookie: student(n, size.students) }),
    countsSession: true,
    pgBaseline: {
      text: `SELECT s.id AS session, u.id, u.username, u.email, u.first_name, u.last_name, u.role, u.status, u.created_at
             FROM sessions s JOIN users u ON u.id = s.user_id
             WHERE s.token_hash = sha256(convert_to($1, 'UTF8')) AND s.expires_at > now() AND u.status = 'active'`,
      values: (n) => [sessionToken('student', 1 + (n % Math.min(size.students, 500)))],
    },
  }),
});

export const sessionAndRow = scenario({
  name: 'session and one row',
  bars: { pgRatio: 0.5 },
  prepare: async ({ size, pg }) => {
    const { rows } = await pg.query<{ id: string }>(
      "SELECT id FROM users WHERE role = 'student' ORDER BY created_at LIMIT 500",
    );
    return {
      request: (n) => ({ method: 'GET', path: '/api/preferences', cookie: student(n, size.students) }),
      pgBaseline: {
        text: 'SELECT theme, shortcuts FROM preferences WHERE user_id = $1',
        values: (n) => [rows[n % rows.length]?.id],
      },
    };
  },
});

export const lessonHot = scenario({
  name: 'lesson, hot',
  bars: { httpRatio: 0.6, nodeTimes: quietMs(0.2) },
  prepare: async ({ size }) => ({
    request: (n) => ({ method: 'GET', path: '/api/articles/1', cookie: student(n, size.students) }),
    httpBaseline: true,
  }),
});

export const lessonRevalidated = scenario({
  name: 'lesson, revalidated',
  // As fast as the whole answer; two runs of the same thing differ by a twentieth.
  bars: { besideRatio: 0.95 },
  prepare: async ({ url, size }) => {
    const cookie = student(0, size.students);
    const response = await fetch(`${url}/api/articles/1`, { headers: { cookie, 'accept-encoding': 'br' } });
    const etag = response.headers.get('etag') ?? '';
    return {
      request: (n) => ({
        method: 'GET',
        path: '/api/articles/1',
        cookie: student(n, size.students),
        headers: { 'if-none-match': etag },
      }),
      expect: [304],
      beside: {
        name: 'the whole answer',
        request: (n) => ({ method: 'GET', path: '/api/articles/1', cookie: student(n, size.students) }),
      },
    };
  },
});

export const lessonCold = scenario({
  name: 'lesson, cold',
  prepare: async ({ size }) => ({
    // Every lesson once: none is in the cache yet.
    request: (n) => ({
      method: 'GET',
      path: `/api/articles/${2 + (n % (size.lessons - 2))}`,
      cookie: student(n, size.students),
    }),
    most: size.lessons - 2,
    pgBaseline: {
      text: 'SELECT id, title, content, subject_id, created_at FROM lessons WHERE id = $1',
      values: (n) => [2 + (n % (size.lessons - 2))],
    },
  }),
});

export const lessonList = scenario({
  name: 'lesson list',
  bars: { nodeTimes: quietMs(5) },
  prepare: async ({ size }) => ({
    request: (n) => ({ method: 'GET', path: '/api/articles', cookie: student(n, size.students) }),
    httpBaseline: true,
  }),
});

const words = [
  'concordancia',
  'regência',
  'regenc',
  'aula 17',
  'verbo sujeito',
  'concordãncia',
  'palavra13',
  'exceções',
];

export const search = scenario({
  name: 'search',
  bars: { exponent: 0.3 },
  prepare: async ({ size }) => ({
    request: (n) => ({
      method: 'GET',
      path: `/api/search?q=${encodeURIComponent(words[n % words.length] ?? '')}`,
      cookie: student(n, size.students),
    }),
    connections: 8,
  }),
});
