import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, instant } from '#contract/shapes.ts';
import { shownRules } from './shown-rules.ts';

/** A person in a ranking. Names are never shown. */
const rankedPerson = z.object({
  /** Counts everybody; equals share a position. */
  place: z.number(),
  position: z.number(),
  /** A bird or a tree and a number: the same person has another in the next exam. */
  alias: z.string(),
  points: z.number(),
  /** Seconds. */
  timeSpent: z.number(),
  isYou: z.boolean(),
});
export type RankedPerson = z.output<typeof rankedPerson>;

const ranking = z.object({
  quizId: z.number(),
  title: z.string(),
  opensAt: instant,
  /** waiting: the results are not out, or the ranking is being computed. few: under ten people, no entry is shown. */
  state: z.enum(['waiting', 'few', 'ready']),
  /** When results, and soon the ranking, are due. */
  resultsAt: instant,
  people: z.number(),
  /** How many passed by the rules, and how many missed a minimum: these have no position. */
  passed: z.number(),
  eliminated: z.number(),
  /** When a regrade last made the ranking stale: a question was annulled or counts again. */
  regradedAt: z.nullable(instant),
  passLine: z.number(),
  maxPoints: z.number(),
  subjects: z.array(z.object({ id: z.number(), name: z.string() })),
  /** The subject that this ranking is of; null: the whole exam. */
  subjectId: z.nullable(z.number()),
  tieBreaks: shownRules.shape.tieBreaks,
  /** How many people have how many points, in equal steps from the least to the most. */
  chart: z.nullable(z.object({ from: z.number(), to: z.number(), counts: z.array(z.number()) })),
  /** Null: the student is not in the ranking, or the result is withheld. */
  you: z.nullable(
    z.object({
      alias: z.string(),
      /** False: one has left the rankings, and has no position. */
      isIn: z.boolean(),
      points: z.number(),
      timeSpent: z.number(),
      /** Among those who are not eliminated. */
      position: z.nullable(z.number()),
      /** Missed a minimum of the whole exam. */
      isEliminated: z.boolean(),
      /** Percent of the people who are behind. */
      betterThan: z.nullable(z.number()),
      /** Points above (or, negative, below) the line that passes; of the whole exam, whatever subject is asked. */
      fromPassLine: z.number(),
      /** The position in the previous exam. */
      before: z.nullable(z.object({ title: z.string(), position: z.number(), of: z.number() })),
    }),
  ),
  /** The first entries, and those around the student that are not among them. */
  top: z.array(rankedPerson),
  around: z.array(rankedPerson),
  /** Only for the ranking of the full exam: the eliminated students with the most points. */
  eliminatedPeople: z.array(
    z.object({ alias: z.string(), points: z.number(), timeSpent: z.number(), isYou: z.boolean() }),
  ),
});
export type Ranking = z.output<typeof ranking>;

export const getRanking = endpoint({
  method: 'GET',
  path: '/api/quizzes/:id/ranking',
  access: 'signedIn',
  mayLag: true,
  errors: ['access_ended', 'not_bought'],
  summary: 'The ranking of a quiz that was taken inside a window, under other names; by a subject where one is named.',
  query: z.object({ subjectId: z.optional(id) }),
  response: ranking,
});

export const setRankingPresence = endpoint({
  method: 'PUT',
  path: '/api/ranking-presence',
  access: 'signedIn',
  summary: 'Leaves all rankings, or appears in them again.',
  body: z.object({ isIn: z.boolean() }),
  response: z.object({ isIn: z.boolean() }),
});
