import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { requiredText, rowId } from '#contract/shapes.ts';
import type { Espelho } from './espelho.ts';
import { ESSAY_REVIEW_WORDS_MAX } from './essay-limits.ts';
import { themeVersion } from './essay-themes.ts';

/**
 * What keeps an espelho from being the correction of another one; null: nothing does. Points that readers gave must
 * still have their criterion and fit into it.
 */
export function espelhoMismatch(before: Espelho, after: Espelho): string | null {
  const now = new Map(after.criteria.map(({ key, points }) => [key, points]));
  if (before.criteria.length !== after.criteria.length || before.criteria.some(({ key }) => !now.has(key))) {
    return 'Os critérios não são os mesmos: só pesos, regra, motivos e textos podem mudar.';
  }
  const isLower = before.criteria.some(({ key, points }) => (now.get(key) ?? 0) < points);
  return isLower ? 'Um critério passou a valer menos pontos do que os leitores podiam dar.' : null;
}

export const regradeEssays = endpoint({
  method: 'POST',
  path: '/api/teacher/essay-themes/:id/regrade',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Corrects the espelho of an older version by the published one and scores its essays again in the background. Students whose score changes are notified. Again is the same.',
  body: z.object({
    /** The version whose essays are scored again. */
    number: rowId,
    reason: requiredText(ESSAY_REVIEW_WORDS_MAX, 'Diga aos alunos o que foi corrigido.'),
  }),
  response: themeVersion,
});
