import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/exams/quiz-composition.ts';
import type { Deps } from '#server/deps.ts';
import { readCurrentVersions } from '#server/features/questions/questions/bank-questions.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { previewPools } from '../drawing/draws.store.ts';
import { drawWithoutRepeats } from '../drawing/draws.ts';
import { draftVersionOf, findOwnQuiz } from './drafts.service.ts';
import { expectedSeconds } from './expected-time.ts';
import { listVersionQuestions } from './versions.store.ts';

/** Questions of a rule's pool that are sampled to estimate the time per question. */
const SAMPLE = 20;

type Wanted = BodyOf<typeof contract.previewComposition>;

/** Previews a composition that is still being edited. Nothing is stored, and no draw is made. */
export async function previewComposition(deps: Deps, user: SessionUser, quizId: number, body: Wanted) {
  const quiz = await findOwnQuiz(deps.db, user, quizId);
  const draws = body.draws.map((draw) => ({ ...draw, topicId: draw.topicId ?? null }));
  const counts = draws.map(({ count }) => count);
  const wanted = counts.reduce((sum, count) => sum + count, 0);
  const pools = draws.length > 0 ? await previewPools(deps.db, draws, body.questionIds, wanted) : [];
  const found = drawWithoutRepeats(
    counts,
    pools.map(({ first }) => first.map(({ questionId }) => questionId)),
  );
  const samples = pools.map(({ first }) => first.slice(0, SAMPLE).map(({ questionVersionId }) => questionVersionId));
  const chosen = await versionsOf(deps, draftVersionOf(quiz), body.questionIds);
  const contents = new Map(
    (await readContents(deps.db, [...new Set([...chosen, ...samples.flat()])])).map((content) => [content.id, content]),
  );
  const timeOf = (versionIds: readonly number[]) => expectedSeconds(versionIds.flatMap((id) => contents.get(id) ?? []));
  const drawn = samples.reduce(
    (sum, sample, rule) => sum + (sample.length > 0 ? (timeOf(sample) / sample.length) * (counts[rule] ?? 0) : 0),
    0,
  );
  return {
    draws: pools.map(({ size }) => ({ available: size })),
    missing: wanted - found.flat().length,
    seconds: Math.round(timeOf(chosen) + drawn),
  };
}

/** Questions of the draft in the version they have there, others in the bank's. */
async function versionsOf(deps: Deps, draftId: number, questionIds: readonly number[]): Promise<number[]> {
  const standing = new Map(
    (await listVersionQuestions(deps.db, draftId)).map(({ questionId, questionVersionId }) => [
      questionId,
      questionVersionId,
    ]),
  );
  const current = new Map(
    (await readCurrentVersions(deps.db, questionIds)).map(({ id, currentVersionId }) => [id, currentVersionId]),
  );
  return questionIds.flatMap((id) => standing.get(id) ?? current.get(id) ?? []);
}
