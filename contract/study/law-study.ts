import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { questionArticle, questionLink } from '#contract/questions/question-laws.ts';
import { idParams } from '#contract/shapes.ts';

export const listQuestionLaws = endpoint({
  method: 'GET',
  path: '/api/answered-questions/:id/law-citations',
  access: 'signedIn',
  needsAccess: true,
  summary:
    'The quotes that cite a law in a question that the caller has answered. Of a question in an open attempt or window, and of one that was never answered, there are none.',
  params: idParams,
  response: z.object({ links: z.array(questionLink), articles: z.array(questionArticle) }),
});
