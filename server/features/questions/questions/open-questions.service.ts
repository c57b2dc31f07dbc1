import type { Tx } from '#server/db/handle.ts';
import { AppError } from '#server/http/errors.ts';
import { listAmongTrial } from './open-questions.store.ts';

/** Characters of a statement that an error message quotes. */
const NAMED = 60;

/**
 * Must run after the statement that inserts questions into a quiz: choosing a question for the free trial locks it, so
 * the later of two concurrent transactions sees what the earlier one wrote.
 */
export async function refuseTrialQuestions(tx: Tx, placed: readonly { questionId: number }[]): Promise<void> {
  const ids = placed.map(({ questionId }) => questionId);
  const shown = await listAmongTrial(tx, ids);
  const [first] = shown;
  if (!first) return;
  const named = first.excerpt.length > NAMED ? `${first.excerpt.slice(0, NAMED).toWellFormed()}…` : first.excerpt;
  throw new AppError(
    'question_in_use',
    `A questão “${named}” está na amostra grátis, com a resposta à vista de todos. Tire-a do simulado.`,
    {
      fields: Object.fromEntries(shown.map(({ id }) => [`questionIds.${ids.indexOf(id)}`, 'Está na amostra grátis.'])),
    },
  );
}
