import type { BodyOf } from '#contract/endpoint.ts';
import type { restoreQuestionVersion } from '#contract/questions/question-bank.ts';
import type { Deps } from '#server/deps.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { questionNotFound, readQuestion } from './bank.service.ts';
import { listVersionRows } from './bank.store.ts';
import { saveQuestion } from './bank-write.service.ts';

/** The versions of a question of the bank, newest first. An unpublished version of a quiz draft is not included. */
export async function readVersions(deps: Deps, user: SessionUser, id: number) {
  await readQuestion(deps.db, user, id);
  const rows = await listVersionRows(deps.db, id);
  const contents = await readContents(
    deps.db,
    rows.map((row) => row.id),
  );
  const byId = new Map(contents.map((content) => [content.id, content]));
  return rows.flatMap((row) => {
    const content = byId.get(row.id);
    if (!content) return [];
    const { format, baseText, statement, comment, options } = content;
    return { ...row, format, baseText, questionText: statement, comment, options };
  });
}

/** A restored version is saved as if its author had typed it again: the same checks, the same history. */
export async function restoreVersion(
  deps: Deps,
  user: SessionUser,
  id: number,
  { versionId, revision }: BodyOf<typeof restoreQuestionVersion>,
) {
  const stored = await readQuestion(deps.db, user, id);
  const version = (await readVersions(deps, user, id)).find((one) => one.id === versionId);
  if (!version) throw questionNotFound();
  const { subjectId, topicId, topic, source, year, difficulty } = stored;
  const { format, baseText, questionText, comment, options } = version;
  return saveQuestion(deps, user, id, {
    ...{ format, questionText, comment, options, baseTextId: baseText?.id ?? null },
    // A question without a topic of the tree keeps its topic as free text.
    ...(topicId === null ? {} : { topicId }),
    ...{ subjectId, topic, source, year, difficulty, revision },
  });
}
