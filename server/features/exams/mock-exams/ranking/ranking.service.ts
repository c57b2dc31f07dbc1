import type { Ranking } from '#contract/exams/quiz-ranking.ts';
import { RANKING_FROM } from '#contract/limits.ts';
import type { LaggingDb } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { asRules } from '../grading/tallies.store.ts';
import { quizNotFound } from '../quiz-not-found.ts';
import { readWithheldAttempts } from '../taking/being-taken.service.ts';
import { quizFault } from '../taking/quiz-fault.ts';
import { listSubjectNames } from '../taking/shown-rules.store.ts';
import { areResultsOut } from '../windows/window-rules.ts';
import { setLeaver, WHOLE_EXAM } from './ranking.store.ts';
import {
  findEntryBefore,
  findOwnEntry,
  findPosition,
  findRankedQuiz,
  listAppearing,
  listEliminated,
  listRanks,
  type OwnEntry,
  type RankedEntry,
  type RankedQuiz,
} from './ranking-read.store.ts';

const TOP = 5;
const AROUND = 2;
const ELIMINATED_SHOWN = 5;

const asPoints = (hundredths: number) => hundredths / 100;

/** Only what no one can be recognised by: under ten people not even how many points there were. */
export async function readRanking(
  deps: Deps,
  lagging: LaggingDb,
  user: SessionUser,
  quizId: number,
  wanted: number | undefined,
) {
  const now = deps.clock.now();
  const fault = await quizFault(deps, user, quizId);
  if (fault) throw fault;
  const quiz = await findRankedQuiz(deps.db, quizId, RANKING_FROM);
  if (!quiz?.opensAt || !quiz.resultsAt) throw quizNotFound();
  const { title, opensAt, resultsAt } = quiz;
  const shut = { quizId, title, opensAt, resultsAt, ...nothing };
  if (!quiz.madeAt || !areResultsOut(resultsAt, now)) return { ...shut, state: 'waiting' as const };
  if (Math.min(quiz.people ?? 0, quiz.appearing) < RANKING_FROM) return { ...shut, state: 'few' as const };
  const subjectId = wanted !== undefined && quiz.charts?.[wanted] ? wanted : WHOLE_EXAM;
  const tieBreaks = asRules(quiz.rules)?.tieBreaks ?? [];
  const ranked = Object.keys(quiz.charts ?? {}).map(Number);
  const [own, withheld, names] = await Promise.all([
    findOwnEntry(lagging, user.id, quizId, subjectId),
    readWithheldAttempts(deps.db, user.id, now),
    listSubjectNames(lagging, [...new Set([...ranked, ...tieBreaks.flatMap((tie) => tie.subjectId ?? [])])]),
  ]);
  const mine = own && !withheld.has(own.attemptId) ? own : undefined;
  const [places, eliminated, before] = await Promise.all([
    listRanks(lagging, quizId, subjectId, span(mine)),
    subjectId === WHOLE_EXAM ? listEliminated(lagging, quizId, ELIMINATED_SHOWN) : [],
    mine ? findEntryBefore(lagging, user.id, opensAt, RANKING_FROM) : null,
  ]);
  // Who has left is gone at once, however old the state is that the others are read from.
  const appearing = await listAppearing(
    deps.db,
    [...places, ...eliminated].map(({ attemptId }) => attemptId),
  );
  const shown = places
    .filter(({ attemptId }) => appearing.has(attemptId))
    .map((entry) => personOf(entry, mine?.attemptId));
  return {
    ...shut,
    ...ofEverybody(quiz, subjectId),
    state: 'ready' as const,
    subjects: ranked.flatMap((id) => subjectOf(names, id)).toSorted((a, b) => a.name.localeCompare(b.name, 'pt')),
    subjectId: subjectId === WHOLE_EXAM ? null : subjectId,
    tieBreaks: tieBreaks.map((tie) => ({ by: tie.by, subject: names.get(tie.subjectId ?? WHOLE_EXAM) ?? null })),
    you: mine ? { ...asYou(mine, quiz), before } : null,
    top: shown.filter(({ place }) => place <= TOP),
    around: shown.filter(({ place }) => place > TOP),
    eliminatedPeople: eliminated
      .filter(({ attemptId }) => appearing.has(attemptId))
      .map(({ attemptId, alias, points, seconds }) => ({
        alias,
        points: asPoints(points),
        timeSpent: seconds,
        isYou: attemptId === mine?.attemptId,
      })),
  };
}

const subjectOf = (names: ReadonlyMap<number, string>, id: number) => {
  const name = names.get(id);
  return name === undefined ? [] : [{ id, name }];
};

const nothing = {
  people: 0,
  passed: 0,
  eliminated: 0,
  regradedAt: null,
  passLine: 0,
  maxPoints: 0,
  subjects: [],
  subjectId: null,
  tieBreaks: [],
  chart: null,
  you: null,
  top: [],
  around: [],
  eliminatedPeople: [],
} satisfies Partial<Ranking>;

/** The places around a student; a student among the first sees only the first. */
const span = (mine: OwnEntry | undefined) =>
  mine?.place == null || mine.place <= TOP
    ? { top: TOP, from: 1, to: 1 }
    : { top: TOP, from: mine.place - AROUND, to: mine.place + AROUND };

function ofEverybody(
  { people, passed, eliminated, regradedAt, passLine, maxPoints, charts }: RankedQuiz,
  subjectId: number,
) {
  const chart = charts?.[subjectId];
  return {
    people: people ?? 0,
    passed: passed ?? 0,
    eliminated: eliminated ?? 0,
    regradedAt: regradedAt ?? null,
    passLine: asPoints(passLine ?? 0),
    maxPoints: asPoints(maxPoints ?? 0),
    chart: chart ? { from: asPoints(chart.from), to: asPoints(chart.to), counts: chart.counts } : null,
  };
}

const personOf = ({ attemptId, place, position, alias, points, seconds }: RankedEntry, mine: number | undefined) => ({
  place,
  position,
  alias,
  points: asPoints(points),
  timeSpent: seconds,
  isYou: attemptId === mine,
});

const asYou = (own: OwnEntry, quiz: RankedQuiz) => ({
  alias: own.alias,
  isIn: !own.isHidden,
  points: asPoints(own.points),
  timeSpent: own.seconds,
  position: own.position,
  isEliminated: own.isEliminated,
  betterThan: own.betterThan === null ? null : Math.round(own.betterThan * 1000) / 10,
  fromPassLine: asPoints(own.wholePoints - (quiz.passLine ?? 0)),
});

/** For the result of an attempt. */
export const readPosition = (deps: Deps, attemptId: number) => findPosition(deps.db, attemptId, RANKING_FROM);

/** One switch for all rankings: gone from them at once; the others move up a moment later. */
export async function setRankingPresence(deps: Deps, user: SessionUser, isIn: boolean) {
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    for (const quizId of await setLeaver(tx, user.id, isIn, now)) await deps.jobs.send(tx, 'rank-quiz', { quizId });
  });
  return { isIn };
}
