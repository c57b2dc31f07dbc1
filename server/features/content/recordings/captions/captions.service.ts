import { type Cue, writeVtt } from '#contract/content/caption-files.ts';
import { type saveCaptions as saveCall, UNCAPTIONED_SHOWN } from '#contract/content/captions.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { reindexLesson } from '#server/features/content/lessons/lesson-text.service.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { requireOwnRow, requireReadRow } from '../recordings.service.ts';
import { countWithoutCaptions, findCaptions, listWithoutCaptions, saveCaptions } from './captions.store.ts';

const none = { cues: [], revision: 0 };

/** For those who may read the lesson of the recording. */
export async function captionsOf(deps: Deps, user: SessionUser, recordingId: number) {
  await requireReadRow(deps, user, recordingId);
  return (await findCaptions(deps.db, recordingId)) ?? none;
}

export async function captionFileOf(deps: Deps, user: SessionUser, recordingId: number): Promise<string> {
  return writeVtt((await captionsOf(deps, user, recordingId)).cues);
}

/** By fields: the database stores them in another order. */
const isSame = (stored: readonly Cue[], sent: readonly Cue[]): boolean =>
  stored.length === sent.length &&
  stored.every(({ start, end, text }, at) => {
    const other = sent[at];
    return start === other?.start && end === other.end && text === other.text;
  });

const savedElsewhere = () =>
  new AppError('version_conflict', 'As legendas foram salvas em outra aba. Recarregue para não perder as de lá.');

/** Replaces the captions. The words become findable with the lesson, in the same transaction. */
export async function save(deps: Deps, user: SessionUser, recordingId: number, body: BodyOf<typeof saveCall>) {
  const { lessonId } = await requireOwnRow(deps, user, recordingId);
  const before = await findCaptions(deps.db, recordingId);
  // Also the answer to a retry whose first answer was lost.
  if (before && isSame(before.cues, body.cues)) return before;
  const saved = { recordingId, cues: body.cues, savedBy: user.id, now: deps.clock.now() };
  return transact(deps, async (tx) => {
    if (!(await saveCaptions(tx, saved, body.revision))) throw savedElsewhere();
    await reindexLesson(tx, lessonId);
    return (await findCaptions(tx, recordingId)) ?? none;
  });
}

export async function withoutCaptions(deps: Deps, user: SessionUser) {
  const authorId = user.role === 'admin' ? null : user.id;
  return {
    rows: await listWithoutCaptions(deps.db, authorId, UNCAPTIONED_SHOWN),
    total: await countWithoutCaptions(deps.db, authorId),
  };
}
