import { randomUUID } from 'node:crypto';
import { screens } from '#contract/screens.ts';
import type { Deps } from '#server/deps.ts';
import { followedExam } from '#server/features/content/contests/contests.service.ts';
import { listWindowsOf } from '#server/features/exams/mock-exams/windows/presence.service.ts';
import { notFound } from '#server/http/errors.ts';
import { dayOf } from '#server/time/calendar.ts';
import { linkIdOf, linkToken } from '#server/tokens/link-tokens.ts';
import { calendarFeed } from './feed.ts';
import type { PlanItem } from './plan-item.ts';
import { makePlan } from './study-plan.service.ts';
import { deleteFeed, findFeedId, findFeedOwner, saveFeed } from './study-plan.store.ts';

const DAYS_IN_FEED = 120;
const ENDING = '.ics';

const pathOf = (deps: Deps, id: string) => `/api/calendar/${linkToken(deps.config.sessionSecret, id)}${ENDING}`;

export async function findFeed(deps: Deps, userId: string): Promise<{ path: string | null }> {
  const id = await findFeedId(deps.db, userId);
  return { path: id === undefined ? null : pathOf(deps, id) };
}

/** Creates a new address each time and revokes the one before. */
export async function renewFeed(deps: Deps, userId: string): Promise<{ path: string }> {
  const id = randomUUID();
  await saveFeed(deps.db, userId, id, deps.clock.now());
  return { path: pathOf(deps, id) };
}

export const removeFeed = (deps: Deps, userId: string) => deleteFeed(deps.db, userId);

const pathFor = ({ kind, id }: PlanItem, examId: number): string =>
  kind === 'practice'
    ? screens.examMapTopic(examId, id)
    : kind === 'essay'
      ? screens.essayTheme(id)
      : screens[kind](id);

/** The plan of the owner of the address. A wrong address and a revoked one are both answered with 404. */
export async function writeFeed(deps: Deps, file: string): Promise<string> {
  const id = file.endsWith(ENDING) ? linkIdOf(deps.config.sessionSecret, file.slice(0, -ENDING.length)) : null;
  const userId = id && (await findFeedOwner(deps.db, id));
  if (!userId) throw notFound('Calendário não encontrado.');
  const [{ plan }, exam] = await Promise.all([
    makePlan(deps, userId),
    followedExam(deps.db, userId, dayOf(deps.clock.now())),
  ]);
  return calendarFeed({
    name: `${deps.school.now.schoolName}: plano de estudos`,
    origin: deps.config.publicUrl ?? `http://localhost:${deps.config.port}`,
    now: deps.clock.now(),
    exam,
    windows: (await listWindowsOf(deps, userId)).map((window) => ({ ...window, path: screens.quiz(window.quizId) })),
    days: plan.days.slice(0, DAYS_IN_FEED).map(({ day, minutes, work }) => ({
      day,
      minutes,
      items: work.map((item) => ({
        title: item.title,
        minutes: item.minutes,
        path: pathFor(item, exam?.id ?? 0),
      })),
    })),
  });
}
