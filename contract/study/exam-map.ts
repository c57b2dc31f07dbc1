import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, stored } from '#contract/shapes.ts';

/** A topic of the map. What it says of the student is reckoned, never promised. */
const mapTopic = z.object({
  topicId: z.number(),
  parentId: z.nullable(z.number()),
  name: z.string(),
  /** Expected in the exam; 0 is a heading. */
  questions: z.number(),
  /** Different questions of it that the student has answered. */
  answers: z.number(),
  /** The chance of a right answer, 0 to 1; null with little evidence. */
  mastery: z.nullable(z.number()),
  /** The 80 % interval, known or not. */
  low: z.number(),
  high: z.number(),
  /** Net points expected today, and the most that it brings. */
  points: z.number(),
  of: z.number(),
  /** Net points that studying it once may add; with little evidence the most that it may. */
  gain: z.number(),
  lessons: z.number(),
  lessonsRead: z.number(),
  /** Questions that a practice gives this student now. */
  available: z.number(),
  /** Questions that open after a mock exam which the student has still to take. */
  waiting: z.number(),
  lastDay: z.nullable(z.string()),
});
export type MapTopic = z.output<typeof mapTopic>;

const mapSubject = z.object({
  subjectId: z.number(),
  name: z.string(),
  questions: z.number(),
  points: z.number(),
  of: z.number(),
  gain: z.number(),
  mastery: z.nullable(z.number()),
  /** The share of its questions whose topics were read or tried, 0 to 1. */
  seen: z.number(),
  minimum: z.nullable(z.number()),
  topics: z.array(mapTopic),
});
export type MapSubject = z.output<typeof mapSubject>;

const guessing = z.enum(['pays', 'even', 'costs']);
/** withdrawn: too few results of mock exams lay in the interval, so no student is shown a score for now. */
const noReason = z.enum(['no_exam', 'no_syllabus', 'few_answers', 'withdrawn']);

/** The expected score of an exam taken today. */
const expectedScore = z.object({
  examId: z.nullable(z.number()),
  examName: z.nullable(z.string()),
  /** Points; null where there is not enough to go by. */
  score: z.nullable(z.number()),
  /** The 80 % interval. */
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  of: z.number(),
  passMark: z.nullable(z.number()),
  enough: z.boolean(),
  why: z.nullable(stored(noReason, 'few_answers')),
  /** Different questions that are missing until there is enough. */
  missing: z.number(),
  /** Among them: topics that are not known yet, and different questions that those lack. */
  missingTopics: z.number(),
  missingInTopics: z.number(),
  /** Different questions that it is based on. */
  answers: z.number(),
  /** The chance to reach the pass mark and every minimum; null where the exam has neither, or too little is known. */
  passChance: z.nullable(z.number()),
  /** What a wrong answer costs, in questions; null where the exam's rule is unknown. */
  wrongPoints: z.nullable(z.number()),
  /** Whether answering without knowing pays under these rules. */
  guessing: z.nullable(stored(guessing, 'even')),
  /** Subjects with a minimum of right answers, net of what wrong ones cost, and what is expected of each. */
  minimums: z.array(
    z.object({
      subjectId: z.number(),
      name: z.string(),
      minimum: z.number(),
      expected: z.number(),
      low: z.number(),
      high: z.number(),
      /** The chance to reach it. */
      chance: z.number(),
    }),
  ),
  /** The last weeks, oldest first, a day at a time as it was looked at. */
  history: z.array(z.object({ day: z.string(), score: z.number() })),
  /** The expected scores of the last simulados beside the actual ones. */
  checks: z.array(
    z.object({
      attemptId: z.number(),
      quizId: z.number(),
      title: z.string(),
      day: z.string(),
      expected: z.number(),
      low: z.number(),
      high: z.number(),
      right: z.number(),
      total: z.number(),
      /** Right answers net of what wrong ones cost; null where the mock exam counts right answers. */
      net: z.nullable(z.number()),
    }),
  ),
});
export type ExpectedScore = z.output<typeof expectedScore>;

const examMap = z.object({
  examId: z.number(),
  name: z.string(),
  date: z.string(),
  daysLeft: z.number(),
  /** Whether the exam has a syllabus; without one there is no map. */
  hasSyllabus: z.boolean(),
  score: z.nullable(z.number()),
  of: z.number(),
  missing: z.number(),
  seenTopics: z.number(),
  topics: z.number(),
  littleEvidence: z.number(),
  /** Points to be won in the hours that are left. */
  toGain: z.number(),
  /** Whether gains come from this school's own log; otherwise they are assumptions, and are called estimates. */
  isGainLearnt: z.boolean(),
  subjects: z.array(mapSubject),
});
export type ExamMap = z.output<typeof examMap>;

export const getExamMap = endpoint({
  method: 'GET',
  path: '/api/exams/:id/map',
  access: 'signedIn',
  needsAccess: true,
  summary: 'The syllabus of an exam as a map of what the student knows, has read and has tried.',
  response: examMap,
});

export const getMapTopic = endpoint({
  method: 'GET',
  path: '/api/exams/:id/map/:topicId',
  access: 'signedIn',
  needsAccess: true,
  summary: 'One topic of the map, with its lessons and open mistakes.',
  params: z.object({ id, topicId: id }),
  response: z.object({
    examName: z.string(),
    subject: z.string(),
    subjectId: z.number(),
    topic: mapTopic,
    lessons: z.array(z.object({ id: z.number(), title: z.string(), minutes: z.number(), read: z.boolean() })),
    /** Open mistakes of the notebook. */
    mistakes: z.number(),
    /** The mock exam that keeps most of the questions that wait; null: none waits, or it is not published. */
    waitsFor: z.nullable(z.object({ quizId: z.number(), title: z.string() })),
  }),
});
export type MapTopicDetail = z.output<typeof getMapTopic.response>;

export const getExpectedScore = endpoint({
  method: 'GET',
  path: '/api/expected-score',
  access: 'signedIn',
  needsAccess: true,
  summary: 'What the followed exam would bring today, with its 80 % interval, or why nothing can be said yet.',
  weight: 5,
  response: expectedScore,
});

const stepKind = z.enum(['lesson', 'practice', 'review', 'quiz', 'essay']);

const nextStep = z.object({
  kind: stored(stepKind, 'practice'),
  target: z.object({
    /** The id of the lesson, quiz or essay theme. */
    id: z.nullable(z.number()),
    title: z.string(),
    subject: z.nullable(z.string()),
    subjectId: z.nullable(z.number()),
    topicId: z.nullable(z.number()),
    /** Only for a practice. */
    questions: z.nullable(z.number()),
  }),
  /** In points of the exam. */
  gain: z.number(),
  minutes: z.number(),
  /** One sentence. */
  reason: z.string(),
});
export type NextStep = z.output<typeof nextStep>;

export const getNextStep = endpoint({
  method: 'GET',
  path: '/api/next-step',
  access: 'signedIn',
  needsAccess: true,
  summary:
    'The first open item of the plan, or an exam that is open or opens within the hour; null without a followed exam with a syllabus. `skip` goes on to the following items.',
  query: z.object({ skip: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(0), z.lte(20)), 0) }),
  weight: 20,
  response: z.object({ step: z.nullable(nextStep), more: z.boolean() }),
});
