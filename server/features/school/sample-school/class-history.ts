import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import type { SampleCourseRow, SampleStay } from '#server/features/content/courses/courses.sample.ts';
import { spread } from '#server/features/exams/mock-exams/sample/class-answers.ts';
import { eveningOf } from './evenings.ts';

/** The activity of one classmate: generated, deterministic, and distributed like that of real classes. */
export type Life = {
  stays: SampleStay[];
  readings: { userId: string; lessonId: number; at: Date }[];
  attempts: { userId: string; quizId: number; at: Date; seed: number; ability: number }[];
};

type Classmate = { id: string; createdAt: Date };
type Quiz = { id: number; publishedAt: Date };

/** Whether classmate `place` follows one of the five courses: all follow the first, fewer the others. */
const follows = (place: number, course: number) =>
  [true, place % 3 !== 2, place % 2 === 0, place % 4 === 1, place % 5 < 2][course] ?? false;

/**
 * Least diligence to take each quiz: nearly all take the first two, few the third. Each attempt slows the first start.
 */
const leastDiligence = [0.25, 0.35, 0.7];

/** One of six stopped after the first weeks. */
const stopped = (place: number) => place % 6 === 5;

export function lifeOf(
  place: number,
  { id: userId, createdAt }: Classmate,
  school: { courses: readonly SampleCourseRow[]; quizzes: readonly Quiz[]; now: Date },
): Life {
  const { now } = school;
  const diligence = 0.2 + 0.8 * spread(place, 7);
  const ability = (((place * 17) % 40) + 0.5) / 40;
  const end = stopped(place)
    ? Math.min(now.getTime() - 16 * DAY_MS, createdAt.getTime() + 18 * DAY_MS)
    : now.getTime() - DAY_MS * (0.5 + 3 * spread(place, 9));
  const courses = school.courses.filter((_, course) => follows(place, course));
  /** The evening at that share of the time between `since` and the last activity of the student. */
  const momentAt = (since: number, share: number, seed: number) =>
    eveningOf(new Date(since + Math.max(0, end - since) * share), now, place * 31 + seed);

  const stays = courses.map(({ id: courseId, createdAt: opened }, course): SampleStay => {
    const at = new Date(Math.max(createdAt.getTime(), opened.getTime()) + (2 + course) * HOUR_MS);
    const rates = !stopped(place) && spread(place, 60 + course) < 0.6 && end - at.getTime() > 12 * DAY_MS;
    const given = 3 + Math.round(spread(place, 70 + course) * 1.2 + ability * 0.9);
    return { userId, courseId, at, ...(rates ? { stars: { given: Math.min(5, given), at: new Date(end) } } : {}) };
  });

  const read = new Map<number, Date>();
  for (const [course, { lessonIds }] of courses.entries()) {
    const since = stays[course]?.at.getTime() ?? 0;
    const count = Math.round(lessonIds.length * Math.min(1, diligence + 0.1 * course));
    for (const [index, lessonId] of lessonIds.slice(0, count).entries()) {
      if (!read.has(lessonId)) read.set(lessonId, momentAt(since, (index + 1) / (count + 0.2), index));
    }
  }

  const attempts = school.quizzes.flatMap(({ id: quizId, publishedAt }, quiz) => {
    if (diligence < (leastDiligence[quiz] ?? 1)) return [];
    const since = Math.max(createdAt.getTime(), publishedAt.getTime()) + DAY_MS;
    if (since > end) return [];
    const first = { userId, quizId, at: momentAt(since, 0.35 + quiz * 0.15, quiz), seed: place, ability };
    const again = quiz === 0 && ability < 0.4 && diligence > 0.7 && end - since > 10 * DAY_MS;
    const second = { ...first, at: momentAt(since, 0.9, 5), seed: place + 200, ability: ability + 0.25 };
    return again ? [first, second] : [first];
  });

  return {
    stays,
    readings: [...read].map(([lessonId, at]) => ({ userId, lessonId, at })),
    attempts: attempts.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}
