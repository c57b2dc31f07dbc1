import * as z from 'zod/mini';
import { citationDecision } from '#contract/content/law-citations.ts';
import { itemLink } from '#contract/content/law-link.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, requiredText, rowId, stored } from '#contract/shapes.ts';

const textOfQuestion = z.enum(['question', 'base_text']);

/** A quote of a question or of its base text; `id` is that of the text it stands in. */
export const questionLink = z.object({ ...itemLink.shape, of: stored(textOfQuestion, 'question') });
export type QuestionLink = z.output<typeof questionLink>;

/** An article that an author attached to a question. */
export const questionArticle = z.object({ lawId: id, lawName: z.string(), article: z.string(), lexId: z.string() });
export type QuestionArticle = z.output<typeof questionArticle>;

const questionLaws = z.object({
  /** Whether the caller corrects citations of the question and attaches articles. */
  mayDecide: z.boolean(),
  /** Whether they correct those of its base text. */
  mayDecideText: z._default(z.boolean(), false),
  links: z.array(questionLink),
  articles: z.array(questionArticle),
});
export type QuestionLaws = z.output<typeof questionLaws>;

export const getQuestionLaws = endpoint({
  method: 'GET',
  path: '/api/teacher/questions/:id/law-citations',
  access: 'author',
  summary: 'The quotes of a question and its base text that cite a law of the school, and the articles attached to it.',
  response: questionLaws,
});

export const decideQuestionCitation = endpoint({
  method: 'PUT',
  path: '/api/teacher/questions/:id/law-citations',
  access: 'author',
  summary: 'Refuses a quote of a question or its base text, leads it to another device, or takes the decision back.',
  body: z.object({ ...citationDecision.shape, of: z._default(textOfQuestion, 'question') }),
  response: questionLaws,
});

export const setQuestionArticle = endpoint({
  method: 'PUT',
  path: '/api/teacher/questions/:id/law-articles',
  access: 'author',
  errors: ['conflict'],
  summary: 'Attaches an article of a law to a question, or takes it away. Again is the same.',
  body: z.object({ lawId: rowId, lexId: requiredText(80, 'Diga qual é o artigo.'), isTaken: z.boolean() }),
  response: questionLaws,
});

export const listLawSuggestions = endpoint({
  method: 'GET',
  path: '/api/teacher/questions/:id/law-suggestions',
  access: 'author',
  weight: 5,
  summary:
    "The five articles of the school's laws that a question is most likely about, by its statement and right option.",
  response: z.array(
    z.object({
      ...questionArticle.shape,
      label: z.string(),
      /** The beginning of the article. */
      excerpt: z.string(),
    }),
  ),
});
export type LawSuggestion = z.output<(typeof listLawSuggestions)['response']>[number];
