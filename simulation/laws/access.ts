import { sql } from 'kysely';
import { DAY_MS } from '#contract/time.ts';
import type { Student } from '../people.ts';
import type { School } from '../school.ts';
import { clockIn } from '../school-clock.ts';

type Grant = {
  userId: string;
  rule: string;
  count: number | null;
  until: string | null;
  begins: Date;
  ended: Date | null;
  chosen: string | null;
  fallback: string | null;
};

const plusDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The same day of a later month, or its last day. */
function plusMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + count + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The last day of a grant. An exam counts only if it lies after the day on which the grant began. */
function lastDay({ rule, count, until, begins, chosen, fallback }: Grant): string {
  const first = clockIn(begins).day;
  if (rule === 'endless') return '9999-12-31';
  if (rule === 'until') return until ?? first;
  if (rule === 'days') return plusDays(first, count ?? 0);
  const exam = [chosen, fallback].find((day) => day !== null && day >= first);
  return exam ? plusMonths(exam, count ?? 0) : plusMonths(first, 12);
}

/** What only access opens: two of the lessons in turn, and lists of everything that is bought. */
function locked({ lessons, clock }: School, { serial }: Student): [name: string, params?: Record<string, number>][] {
  const turn = serial + Math.floor(clock.now().getTime() / DAY_MS);
  const some = new Set([lessons[0], lessons[turn % lessons.length]]);
  return [
    ...[...some].flatMap((id): [string, Record<string, number>][] => (id === undefined ? [] : [['getLesson', { id }]])),
    ['getReviewToday'],
    ['listMistakes'],
    ['listUpcomingWindows'],
  ];
}

/** LAW: what the product says about a student's access equals a plain function of the grants and the time. */
export async function accessLaw(school: School): Promise<string[]> {
  const { rows } = await sql<Grant>`
    SELECT g.user_id AS "userId", g.rule, g.rule_count AS count, g.rule_until::text AS until, g.begins_at AS begins,
      g.ended_at AS ended, chosen.exam_date::text AS chosen, fallback.exam_date::text AS fallback
    FROM access_grants g LEFT JOIN offers ON offers.id = g.offer_id
    LEFT JOIN exams chosen ON chosen.id = g.exam_id
    LEFT JOIN exams fallback ON fallback.id = offers.default_exam_id`.execute(school.reader);
  const grants = Map.groupBy(rows, ({ userId }) => userId);
  const today = clockIn(school.clock.now()).day;
  const found: string[] = [];
  for (const student of school.loggedIn()) {
    const expected = (grants.get(student.userId ?? '') ?? []).some(
      (grant) => grant.ended === null && lastDay(grant) >= today,
    );
    const told = await school.call('getMyAccess', { as: student });
    if (told.status === 401) continue;
    if (told.body.active !== expected) {
      found.push(`${student.username} is told active ${told.body.active}, the grants say ${expected}`);
    }
    for (const [name, params] of locked(school, student)) {
      const { status } = await school.call(name, { as: student, ...(params ? { params } : {}) });
      if (status === 404 || (status === 200) === expected) continue;
      found.push(`${student.username} gets ${name} with ${status}, the grants say ${expected}`);
    }
  }
  return found;
}
