import type { ResponseOf } from '#contract/endpoint.ts';
import type { OfflineAction, sendOffline } from '#contract/study/offline.ts';
import type { Deps } from '#server/deps.ts';
import {
  changeNote,
  makeAnnotation,
  removeAnnotation,
} from '#server/features/content/annotations/annotations.service.ts';
import { saveReading, tickLesson } from '#server/features/content/lessons/reading.service.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { answer } from '#server/features/study/review/review.service.ts';
import { studyFault } from '#server/http/access.ts';
import { boughtFault } from '#server/http/bought.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { clientTime } from './client-time.ts';

type Results = ResponseOf<typeof sendOffline>['results'];

/**
 * What was done without a network, in the order in which it was done. Each goes through the service that takes the same
 * with one, by a clock that shows its own time, and each of these takes the same thing once: an answer and a note by
 * their keys, a change by its version, reading by its moments.
 */
export async function applyOfflineActions(deps: Deps, user: SessionUser, deeds: readonly OfflineAction[]) {
  await closeDue(deps, user.id);
  const now = deps.clock.now();
  const inOrder = deeds
    .map((deed) => ({ deed, at: clientTime(deed.at, now) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const results: Results = [];
  for (const { deed, at } of inOrder) results.push(await takeInOne(deps, user, deed, at));
  return { results };
}

async function takeInOne(deps: Deps, user: SessionUser, deed: OfflineAction, at: Date): Promise<Results[number]> {
  try {
    await takeIn({ ...deps, clock: { now: () => at } }, user, deed, at);
    return { key: deed.key, state: 'done', message: null };
  } catch (error) {
    // What is wrong with one is told of that one; a fault of ours ends the call, and everything is sent again.
    if (!(error instanceof AppError)) throw error;
    return { key: deed.key, state: error.code === 'attempt_open' ? 'later' : 'refused', message: error.message };
  }
}

async function takeIn(then: Deps, user: SessionUser, deed: OfflineAction, at: Date): Promise<unknown> {
  const { key } = deed;
  // Notes are the reader's own, also after the access has ended.
  if (deed.kind === 'note-change') {
    return changeNote(then, user.id, deed.annotationId, { note: deed.note, version: deed.version });
  }
  if (deed.kind === 'note-removal') return removeOnce(then, user, deed.annotationId);
  // Access as it was then: what was done while it was in force counts.
  const closed = studyFault(user, at);
  if (closed) throw closed;
  if (deed.kind === 'answer') {
    const { of, questionId, optionId, standsFor, guessed } = deed;
    const body = { key, questionId, optionId, guessed, ...(standsFor === undefined ? {} : { standsFor }) };
    return answer(then, user, body, of === 'review' ? 'review' : 'practice');
  }
  const { lessonId } = deed;
  const notBought = await boughtFault(then.db, user, { kind: 'lesson', id: lessonId }, at);
  if (notBought) throw notBought;
  if (deed.kind === 'completion') return tickLesson(then, user.id, lessonId, deed.completed);
  if (deed.kind === 'reading') {
    const { position, activeSeconds, reachedEnd } = deed;
    return saveReading(then, user.id, lessonId, { position, activeSeconds, reachedEnd });
  }
  const { quote, prefix, suffix, position, note } = deed;
  return makeAnnotation(then, user.id, lessonId, { quote, prefix, suffix, position, note, creationKey: key });
}

/** Removed already, by this or elsewhere, is what was wished. */
async function removeOnce(then: Deps, user: SessionUser, id: number): Promise<void> {
  try {
    await removeAnnotation(then, user.id, id);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}
