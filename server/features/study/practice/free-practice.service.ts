import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { getPracticeChoices, PracticeChoices, PracticeFilter, startPractice } from '#contract/study/practice.ts';
import { readAsOne } from '#server/db/as-one.ts';
import { checkShared, type Shared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { findTopicsById } from '#server/features/content/topics/topics.service.ts';
import { withheldReads } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readWithheld } from '#server/features/exams/mock-exams/taking/withheld-questions.service.ts';
import type { OwnWithheld } from '#server/features/exams/mock-exams/taking/withheld-questions.ts';
import { bringUpToDate } from '#server/features/study/review/memory.service.ts';
import { syncAndRead } from '#server/features/study/review/sync-and-read.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { nothingToPractise } from './nothing-to-practise.ts';
import {
  type Choice,
  drawFreeQuestions,
  type Facet,
  findSubjectName,
  listFitting,
  listFreeAmong,
  type Practising,
  readFacets,
  withheldFromPractice,
} from './practice-pool.store.ts';

export type { Practising } from './practice-pool.store.ts';

/** Years of the newest span that is offered, and of the one before it; then all that is older. */
const NEWEST_YEARS = 3;
const EARLIER_YEARS = 4;
const TOPICS_NAMED = 2;

const filters: PracticeFilter[] = ['subject', 'topics', 'sources', 'organs', 'posts', 'years', 'difficulties', 'only'];

/** The rule of free practice for one student, as one of several reads (`readAsOne`). */
export const practiceReads = (userId: string, now: Date) => ({
  withheld: withheldFromPractice(userId, { ...withheldReads(userId, now), today: dayOf(now) }),
});

/** The student that `practiceReads` were read of. */
export const practisingFrom = async (
  deps: Deps,
  user: SessionUser,
  shared: Shared,
  withheld: readonly OwnWithheld[],
): Promise<Practising> => ({
  userId: user.id,
  underWay: withheld[0]?.underWay ?? [],
  withheld: await readWithheld(deps.db, shared, withheld),
});

export async function practising(deps: Deps, user: SessionUser): Promise<Practising> {
  const { reads, settle } = checkShared(deps.db);
  const rows = await readAsOne(deps.db, { ...practiceReads(user.id, deps.clock.now()), ...reads });
  return practisingFrom(deps, user, settle(rows.shared), rows.withheld);
}

/** Splits these questions into those that free practice may ask this person and those in an open attempt or window. */
export async function readPractisable(
  deps: Deps,
  user: SessionUser,
  questionIds: readonly number[],
  known?: Practising,
) {
  const who = known ?? (await practising(deps, user));
  const free = await listFreeAmong(deps.db, who, questionIds);
  return {
    free: new Set(free.map(({ questionId }) => questionId)),
    versionOf: new Map(free.map(({ questionId, questionVersionId }) => [questionId, questionVersionId])),
    underWay: new Set(who.underWay),
  };
}

/** The questions that fit a filter and may be practised by this person, at most `limit`. */
export async function listPractisableBy(deps: Deps, user: SessionUser, filter: Choice, limit: number) {
  if (filter.only !== undefined) await bringUpToDate(deps, user.id);
  return listFitting(deps.db, await practising(deps, user), filter, { limit });
}

/**
 * `open`: the questions that fit a filter and may be practised, at most `limit`. `staying`: those of `among` that fit or
 * are withheld. A withheld question is not judged, because the filter may ask for a result that must not show yet.
 */
export async function readFollowing(
  deps: Deps,
  user: SessionUser,
  filter: Choice,
  { limit, among }: { limit: number; among: readonly number[] },
) {
  if (filter.only !== undefined) await bringUpToDate(deps, user.id);
  const who = await practising(deps, user);
  const [open, fitting] = await Promise.all([
    listFitting(deps.db, who, filter, { limit }),
    listFitting(deps.db, who, filter, { limit: among.length, among }),
  ]);
  return { open, staying: [...fitting, ...among.filter((id) => who.withheld.has(id))] };
}

type Start = BodyOf<typeof startPractice>;

/** One topic or difficulty may be named by the fields of before. */
const choiceOf = (body: Start): Choice => ({
  ...body,
  topicIds: [...(body.topicIds ?? []), ...(body.topicId === undefined ? [] : [body.topicId])],
  sources: body.sources ?? [],
  difficulties: [...(body.difficulties ?? []), ...(body.difficulty === undefined ? [] : [body.difficulty])],
});

export async function chooseFreely(deps: Deps, user: SessionUser, body: Start) {
  const choice = choiceOf(body);
  // What was answered a moment ago counts as answered.
  if (choice.only !== undefined) await bringUpToDate(deps, user.id);
  const questions = await drawFreeQuestions(deps.db, await practising(deps, user), choice, body.count);
  if (questions.length === 0) throw nothingToPractise('Não há questões para treinar com estas escolhas.');
  return { title: await titleOf(deps, choice), shuffleOptions: false, questions };
}

async function titleOf(deps: Deps, choice: Choice): Promise<string> {
  const subject = choice.subjectId === undefined ? undefined : await findSubjectName(deps.db, choice.subjectId);
  const names = (await findTopicsById(deps.db, choice.topicIds)).map(({ name }) => name);
  const topics = names.length > TOPICS_NAMED ? [`${names.length} assuntos`] : names;
  const only = choice.only && { wrong: 'só as que errei', unanswered: 'não respondidas' }[choice.only];
  return [subject ?? 'Todas as matérias', ...topics, choice.topic, only].filter(Boolean).join(' · ');
}

export async function readPracticeChoices(
  deps: Deps,
  user: SessionUser,
  choice: QueryOf<typeof getPracticeChoices>,
): Promise<PracticeChoices> {
  const now = deps.clock.now();
  const look = await syncAndRead(deps, user.id, practiceReads(user.id, now));
  const thisYear = Number(dayOf(now).slice(0, 4));
  const newest = thisYear - NEWEST_YEARS + 1;
  const earlier = newest - EARLIER_YEARS;
  const spans = [
    { key: newest, from: newest, to: null },
    { key: earlier, from: earlier, to: newest - 1 },
    { key: 1, from: null, to: earlier - 1 },
  ];
  const { facets: rows, ...named } = await readFacets(
    deps.db,
    await practisingFrom(deps, user, look.shared, look.rows.withheld),
    choice,
    spans.map(({ key }) => key),
  );
  const one = (facet: Facet) => rows.find((row) => row.facet === facet)?.count ?? 0;
  const each = (facet: Facet) =>
    new Map(rows.filter((row) => row.facet === facet).map(({ key, count }) => [key ?? '', count]));
  const [subjects, topics, years, difficulties] = [each('subject'), each('topic'), each('year'), each('difficulty')];
  const parents = new Set(named.topics.flatMap(({ id, parentId }) => (topics.has(String(id)) ? (parentId ?? []) : [])));
  const names = {
    subjects: named.subjects.filter(({ id }) => subjects.has(String(id))),
    // A topic is included even if only its subtopics have questions.
    topics: named.topics.filter(({ id }) => topics.has(String(id)) || parents.has(id)),
  };
  const ofTopic = (id: number) => topics.get(String(id)) ?? 0;
  const total = one('total');
  return {
    total,
    all: one('all'),
    subjects: names.subjects.map(({ id, name }) => ({ id, name, count: subjects.get(String(id)) ?? 0 })),
    topics: names.topics.map((topic) => ({
      ...topic,
      count: names.topics
        .filter(({ id, parentId }) => id === topic.id || parentId === topic.id)
        .reduce((sum, { id }) => sum + ofTopic(id), 0),
    })),
    sources: [...each('source')].map(([name, count]) => ({ name, count })),
    organs: [...each('organ')].map(([name, count]) => ({ name, count })),
    posts: [...each('post')].map(([name, count]) => ({ name, count })),
    years: spans.flatMap(({ key, from, to }) =>
      years.has(String(key)) ? { from, to, count: years.get(String(key)) ?? 0 } : [],
    ),
    difficulties: (['easy', 'medium', 'hard'] as const).flatMap((difficulty) =>
      difficulties.has(difficulty) ? { difficulty, count: difficulties.get(difficulty) ?? 0 } : [],
    ),
    unanswered: one('unanswered'),
    wrong: one('wrong'),
    without:
      total > 0
        ? []
        : filters.map((filter) => ({ filter, count: one(`without-${filter}`) })).filter(({ count }) => count > 0),
  };
}
