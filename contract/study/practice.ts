import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { postponesTo, withheldBy } from '#contract/exams/mock-exams.ts';
import { PRACTICE_CHOICES_MAX, PRACTICE_QUESTIONS_MAX, QUESTION_LABEL_MAX } from '#contract/limits.ts';
import { outdated } from '#contract/question-status.ts';
import { question } from '#contract/questions/question.ts';
import { difficulty } from '#contract/questions/question-shapes.ts';
import { id, instant, rowId, several, stored, text } from '#contract/shapes.ts';

/**
 * training: a quiz with the answer after each question; mistakes: questions the student got wrong; free: from the
 * bank; start: the test of the first day; timed: a simulado of the student's mistakes. Separate calls start the last two.
 */
const practiceKind = z.enum(['training', 'mistakes', 'free', 'start', 'timed']);
export type PracticeKind = z.output<typeof practiceKind>;

/** The kinds of the first version, which callers may still send. */
const earlierKinds = { treino: 'training', erradas: 'mistakes', livre: 'free' } as const;
const sentKind = z.enum(['training', 'mistakes', 'free', 'treino', 'erradas', 'livre']);

export const practiceKindOf = (sent: z.output<typeof sentKind>): Exclude<PracticeKind, 'start' | 'timed'> =>
  sent === 'treino' || sent === 'erradas' || sent === 'livre' ? earlierKinds[sent] : sent;

/** What shows right after an answer. */
export const reveal = z.object({
  optionId: z.number(),
  isCorrect: z.boolean(),
  rightOptionId: z.number(),
  comment: z.string(),
  optionComments: z.array(z.object({ id: z.number(), comment: z.string() })),
  isAnnulled: z.boolean(),
  outdated,
  /** In practice: how many in a hundred students chose each option at their first answer; null below `SHARES_FROM`. */
  shares: z.optional(z.nullable(z.array(z.object({ id: z.number(), percent: z.number() })))),
});
export type PracticeReveal = z.output<typeof reveal>;

/** The key of a question without an answer, in a timed practice that is over. */
const unansweredKey = z.object({
  rightOptionId: z.number(),
  comment: z.string(),
  optionComments: z.array(z.object({ id: z.number(), comment: z.string() })),
  isAnnulled: z.boolean(),
  outdated,
});
export type UnansweredKey = z.output<typeof unansweredKey>;

const progress = {
  total: z.number(),
  answered: z.number(),
  correct: z.number(),
  finishedAt: z.nullable(instant),
};

const practice = z.object({
  id: z.number(),
  kind: stored(practiceKind, 'training'),
  quizId: z.nullable(z.number()),
  /** The list of questions that it practises. */
  questionListId: z.nullable(z.number()),
  title: z.string(),
  startedAt: instant,
  ...progress,
  /** Set in a timed practice that is not over: no answer shows before its end, and `correct` is 0. */
  timed: z.optional(z.nullable(z.object({ deadlineAt: instant, serverTime: instant }))),
  questions: z.array(
    z.object({
      ...question.shape,
      subject: z.nullable(z.string()),
      /** The "banca". */
      source: z.string(),
      /** The "órgão" and the "cargo". */
      organ: z.string(),
      post: z.string(),
      year: z.nullable(z.number()),
      difficulty: stored(z.nullable(difficulty), null),
      answer: z.nullable(reveal),
      /** The choice in a timed practice that is not over. */
      chosenOptionId: z.optional(z.nullable(z.number())),
      unansweredKey: z.optional(z.nullable(unansweredKey)),
      /** The price of an answer that is still to be given. */
      postponesTo,
    }),
  ),
});
export type Practice = z.output<typeof practice>;
export type PracticeQuestion = Practice['questions'][number];

const summary = z.object({
  id: z.number(),
  kind: stored(practiceKind, 'training'),
  quizId: z.nullable(z.number()),
  title: z.string(),
  startedAt: instant,
  ...progress,
  /** Null while one of the answered questions is in an open attempt, and in a timed practice that is not over. */
  correct: z.nullable(z.number()),
  withheldBy,
  /** Opening it shows the keys of the answered questions. */
  postponesTo,
});
export type PracticeSummary = z.output<typeof summary>;

const year = z.coerce.number<string | number>().check(z.int(), z.gte(1900), z.lte(2099));

const names = z.array(text(QUESTION_LABEL_MAX)).check(z.maxLength(PRACTICE_CHOICES_MAX));

/** Narrows the pool: questions never answered, or open in the error notebook. */
const practiceOnly = z.enum(['unanswered', 'wrong']);
export type PracticeOnly = z.output<typeof practiceOnly>;

export const startPractice = endpoint({
  method: 'POST',
  path: '/api/practices',
  access: 'signedIn',
  needsAccess: true,
  errors: ['not_found', 'not_bought', 'conflict', 'attempt_open', 'nothing_to_practise'],
  summary:
    'Starts a practice, or answers with the open one of the same quiz and kind. The same creationKey is the same.',
  body: z.object({
    kind: sentKind,
    /** For training and mistakes. */
    quizId: z.optional(rowId),
    /** For free practice. */
    subjectId: z.optional(rowId),
    /** With its subtopics. */
    topicId: z.optional(rowId),
    topic: z.optional(text(QUESTION_LABEL_MAX)),
    /** Any of these, each with its subtopics. */
    topicIds: z.optional(z.array(rowId).check(z.maxLength(PRACTICE_CHOICES_MAX))),
    sources: z.optional(names),
    organs: z.optional(names),
    posts: z.optional(names),
    yearFrom: z.optional(year),
    yearTo: z.optional(year),
    difficulty: z.optional(difficulty),
    difficulties: z.optional(z.array(difficulty).check(z.maxLength(3))),
    only: z.optional(practiceOnly),
    count: z._default(
      z
        .number('Informe quantas questões.')
        .check(
          z.int('Use um número inteiro.'),
          z.gte(1, 'Pelo menos 1.'),
          z.lte(PRACTICE_QUESTIONS_MAX, `No máximo ${PRACTICE_QUESTIONS_MAX}.`),
        ),
      10,
    ),
    /** Free practice at the end of a lesson: its own questions, and nothing else is asked. */
    lessonId: z.optional(rowId),
    creationKey: z.optional(z.uuid()),
  }),
  response: practice,
  alsoAnswers: [201],
});

export const getPractice = endpoint({
  method: 'GET',
  path: '/api/practices/:id',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary: "One's practice; answered questions with key and comments.",
  response: practice,
});

export const answerPractice = endpoint({
  method: 'POST',
  path: '/api/practices/:id/answers',
  access: 'signedIn',
  comesFirst: true,
  needsAccess: true,
  errors: ['attempt_open', 'state_conflict'],
  summary: 'Answers one question and tells at once whether it was right. The first answer holds.',
  body: z.object({ questionId: rowId, optionId: rowId }),
  response: z.object({ answer: reveal, ...progress }),
});

export const finishPractice = endpoint({
  method: 'POST',
  path: '/api/practices/:id/finish',
  access: 'signedIn',
  needsAccess: true,
  errors: ['attempt_open'],
  summary: 'Ends a practice before its last question.',
  response: practice,
});

export const listPractices = endpoint({
  method: 'GET',
  path: '/api/practices',
  access: 'signedIn',
  summary: "One's last 20 practices, newest first.",
  response: z.array(summary),
});

/** The filters of free practice in a body. An empty list is no filter. */
export const practiceFilters = z.object({
  subjectId: z.optional(rowId),
  topicIds: z._default(z.array(rowId).check(z.maxLength(PRACTICE_CHOICES_MAX)), []),
  sources: z._default(names, []),
  organs: z.optional(names),
  posts: z.optional(names),
  yearFrom: z.optional(year),
  yearTo: z.optional(year),
  difficulties: z._default(z.array(difficulty).check(z.maxLength(3)), []),
  only: z.optional(practiceOnly),
});
export type PracticeFilters = z.output<typeof practiceFilters>;

const count = z.number();

/** The filters that one may take away, in the order in which they are shown. */
const practiceFilter = z.enum(['subject', 'topics', 'sources', 'organs', 'posts', 'years', 'difficulties', 'only']);
export type PracticeFilter = z.output<typeof practiceFilter>;

const practiceChoices = z.object({
  /** Questions that fit all of the choice. */
  total: count,
  /** What there is without any choice. */
  all: count,
  /** Each counted with the rest of the choice, as if it alone were chosen in its own group. */
  subjects: z.array(z.object({ id: z.number(), name: z.string(), count })),
  /** Topics of the chosen subject, in natural order; a topic includes the questions of its subtopics. */
  topics: z.array(z.object({ id: z.number(), parentId: z.nullable(z.number()), name: z.string(), count })),
  sources: z.array(z.object({ name: z.string(), count })),
  organs: z.array(z.object({ name: z.string(), count })),
  posts: z.array(z.object({ name: z.string(), count })),
  /** Newest first; null is open. */
  years: z.array(z.object({ from: z.nullable(z.number()), to: z.nullable(z.number()), count })),
  difficulties: z.array(z.object({ difficulty, count })),
  unanswered: count,
  wrong: count,
  /** Where nothing fits: what there would be without one of the filters. */
  without: z.array(z.object({ filter: practiceFilter, count })),
});
export type PracticeChoices = z.output<typeof practiceChoices>;

export const getPracticeChoices = endpoint({
  method: 'GET',
  path: '/api/practice-choices',
  access: 'signedIn',
  needsAccess: true,
  summary: 'How many questions one can practise freely by each filter, without those of quizzes still to be taken.',
  query: z.object({
    subjectId: z.optional(id),
    topicIds: several(id, PRACTICE_CHOICES_MAX),
    sources: several(text(QUESTION_LABEL_MAX), PRACTICE_CHOICES_MAX),
    organs: several(text(QUESTION_LABEL_MAX), PRACTICE_CHOICES_MAX),
    posts: several(text(QUESTION_LABEL_MAX), PRACTICE_CHOICES_MAX),
    yearFrom: z.optional(year),
    yearTo: z.optional(year),
    difficulties: several(difficulty, 3),
    only: z.optional(practiceOnly),
  }),
  response: practiceChoices,
});

export const getQuizPractice = endpoint({
  method: 'GET',
  path: '/api/quizzes/:id/practice',
  access: 'signedIn',
  needsAccess: 'quiz',
  summary: 'Whether training is open at a quiz, and how many questions one got wrong and has not yet got right.',
  response: z.object({
    training: z.boolean(),
    wrongCount: z.number(),
    /** Started and not finished. */
    openTraining: z.nullable(z.number()),
    openMistakes: z.nullable(z.number()),
    postponesTo,
  }),
});

export const getLessonPractice = endpoint({
  method: 'GET',
  path: '/api/articles/:id/practice',
  access: 'signedIn',
  needsAccess: 'lesson',
  summary: 'How many questions wait at the end of a lesson, and the practice that was begun there and not finished.',
  response: z.object({
    count: z.number(),
    /** subject: simulados that are still to be taken keep the lesson's own, so others of its subject are asked. */
    of: stored(z.enum(['lesson', 'subject']), 'lesson'),
    open: z.nullable(z.number()),
  }),
});
