import type { Db, Tx } from '#server/db/handle.ts';
import {
  countPools,
  followTopics,
  listDraws,
  listPools,
  listQuestionsOfVersion,
  moveDrawsToSubject,
  setTopicOfDraws,
} from './draws.store.ts';
import { drawWithoutRepeats, groupByBaseText } from './draws.ts';

export type AskedQuestion = { questionId: number; questionVersionId: number; baseTextId: number | null };

/** The questions of one go at a quiz: the fixed ones, then one draw of each rule, none twice. */
export async function questionsFor(
  db: Db | Tx,
  quiz: { versionId: number; drawCount: number },
): Promise<AskedQuestion[]> {
  const fixed = await listQuestionsOfVersion(db, quiz.versionId);
  if (quiz.drawCount === 0) return fixed;
  const candidates = await listPools(db, quiz.versionId, quiz.drawCount);
  const rules = await listDraws(db, quiz.versionId);
  const pools = rules.map((_, rule) =>
    candidates.filter((one) => one.rule === rule).map(({ questionId }) => questionId),
  );
  const byId = new Map(candidates.map((one) => [one.questionId, one]));
  const drawn = drawWithoutRepeats(
    rules.map(({ count }) => count),
    pools,
  ).flat();
  return groupByBaseText(
    fixed,
    drawn.flatMap((questionId) => byId.get(questionId) ?? []),
  );
}

/** Why the draw rules of a version cannot be filled, by field; empty when they can. */
export async function drawProblems(tx: Tx, versionId: number): Promise<Record<string, string>> {
  const rules = await listDraws(tx, versionId);
  if (rules.length === 0) return {};
  const problems: Record<string, string> = {};
  const sizes = await countPools(tx, versionId);
  rules.forEach(({ count }, index) => {
    const size = sizes[index] ?? 0;
    if (size < count)
      problems[`draws.${index}`] = `O sorteio pede ${count} questões, e o banco tem ${size} que servem.`;
  });
  if (Object.keys(problems).length > 0) return problems;
  const needed = rules.reduce((sum, { count }) => sum + count, 0);
  const found = await questionsFor(tx, { versionId, drawCount: needed });
  const fixed = await listQuestionsOfVersion(tx, versionId);
  const missing = needed + fixed.length - found.length;
  return missing > 0 ? { draws: `Os sorteios disputam as mesmas questões: faltam ${missing} no banco.` } : {};
}

/** Topics were renamed or moved to another subject. */
export async function drawsFollowTopics(tx: Tx, topicIds: readonly number[]): Promise<void> {
  await followTopics(tx, topicIds);
}

/** A topic was merged into another. */
export async function moveDrawsToTopic(tx: Tx, from: number, into: number): Promise<void> {
  await setTopicOfDraws(tx, from, into);
}

/** A subject was merged into another: rules that draw from it go with it. */
export async function moveDraws(tx: Tx, from: number, into: number): Promise<void> {
  await moveDrawsToSubject(tx, from, into);
}
