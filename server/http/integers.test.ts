import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { paramsOf } from '#contract/omitted-shapes.ts';
import { bodyWith, leavesOf } from '#server/testing/endpoints.ts';

/** The first integer that no column holds: the statement would end in an error of the database. */
const TOO_LARGE = 2 ** 31;

/** The number of a save is stored with one added. */
const tooLargeFor = (path: readonly string[]): number =>
  /^(?:version|revision)$/.test(path.at(-1) ?? '') ? TOO_LARGE - 1 : TOO_LARGE;

/** Whether the schema refuses this value, whatever else it misses. */
function refuses(schema: z.ZodMiniType, path: string[], value: unknown): boolean {
  const { error } = z.safeParse(schema, bodyWith(path, value));
  return (error?.issues ?? []).some(
    (issue) =>
      issue.path.every((step, at) => String(step) === path[at]) &&
      (issue.path.length === path.length || issue.code === 'invalid_union'),
  );
}

/** Fields that end in no column as they come. */
const elsewhere = new Map([
  // The specification has the client send them. The server grades by itself, and bounds the time.
  ['recordAttempt', ['score', 'totalQuestions', 'correctAnswers', 'timeSpent']],
  // Only compared with the stored score.
  ['decideReview', ['scoreBefore']],
  // A field of a union that is chosen by `kind`, which a body of one field does not have.
  ['saveTheme', ['draft.espelho.rule.factor']],
]);

it.each(Object.entries(endpoints))('%s refuses every number that is too large for a column', (name, endpoint) => {
  const { query, body }: EndpointSpec = endpoint;
  const taken = [paramsOf(endpoint), query, body].flatMap((schema) =>
    leavesOf(schema)
      .filter(({ type, path }) => schema && type === 'number' && !refuses(schema, path, tooLargeFor(path)))
      .map(({ path }) => path.join('.')),
  );
  expect(taken).toEqual(elsewhere.get(name) ?? []);
});
