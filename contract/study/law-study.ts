import * as z from 'zod/mini';
import { articleParams } from '#contract/content/laws.ts';
import { endpoint } from '#contract/endpoint.ts';
import { outdated } from '#contract/question-status.ts';
import { questionArticle, questionLink } from '#contract/questions/question-laws.ts';
import { id, rowId } from '#contract/shapes.ts';

export const listQuestionLaws = endpoint({
  method: 'GET',
  path: '/api/answered-questions/:id/law-citations',
  access: 'signedIn',
  needsAccess: true,
  summary:
    'The quotes that cite a law in a question that the caller has answered. Of a question in an open attempt or window, and of one that was never answered, there are none.',
  response: z.object({ links: z.array(questionLink), articles: z.array(questionArticle) }),
});

const articleQuestion = z.object({
  id,
  /** The beginning of the statement. */
  excerpt: z.string(),
  year: z.nullable(z.number()),
  /** The "banca"; empty where the bank does not say. */
  source: z.string(),
  isAnswered: z.boolean(),
  /** The last answer; null where none was given, or its key was not shown. */
  isRight: z.nullable(z.boolean()),
  /** Only of questions that were answered. */
  outdated,
});
export type ArticleQuestion = z.output<typeof articleQuestion>;

export const listArticleQuestions = endpoint({
  method: 'GET',
  path: '/api/laws/:id/articles/:article/questions',
  access: 'signedIn',
  needsAccess: true,
  weight: 5,
  summary:
    'Questions that cite an article and that the caller has answered or may practise, the newest year first. None of an open attempt or window; outdated ones only where they were answered.',
  params: articleParams,
  response: z.object({
    questions: z.array(articleQuestion),
    /** How many of them a practice of the article asks. */
    practisable: z.number(),
  }),
});
export type ArticleQuestions = z.output<(typeof listArticleQuestions)['response']>;

export const startArticlePractice = endpoint({
  method: 'POST',
  path: '/api/laws/:id/articles/:article/practices',
  access: 'signedIn',
  needsAccess: true,
  errors: ['conflict', 'nothing_to_practise'],
  summary: 'Starts a practice of exactly the listed questions that may be practised. The same creationKey is the same.',
  params: articleParams,
  body: z.object({ creationKey: z.uuid() }),
  response: z.object({ practiceId: rowId }),
  alsoAnswers: [201],
});
