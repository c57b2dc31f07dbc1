import { FADING_BELOW, FADING_DAYS, FADING_STUDENTS_MIN } from '#contract/limits.ts';
import type { FadingTopics } from '#contract/study/class-map.ts';
import type { Deps } from '#server/deps.ts';
import { reportedCourse } from '#server/features/study/reports/reports.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import { memoryWeights } from '../memory-replay.ts';
import { listFadingTopics } from './fading-topics.store.ts';

/** The last to enrol: more than a class, and a bound for a course of everybody. */
const MEMBERS_MAX = 300;
const TOPICS_MAX = 30;

/** For teachers: what the students of a course will have forgotten by next week. */
export async function readFadingTopics(deps: Deps, user: SessionUser, courseId: number): Promise<FadingTopics> {
  await reportedCourse(deps, user, courseId);
  const topics = await listFadingTopics(deps.db, {
    courseId,
    day: addDays(dayOf(deps.clock.now()), FADING_DAYS),
    decay: memoryWeights[20] as number,
    below: FADING_BELOW,
    students: FADING_STUDENTS_MIN,
    members: MEMBERS_MAX,
    limit: TOPICS_MAX,
  });
  return { topics };
}
