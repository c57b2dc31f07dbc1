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
import {
  answer as answerCard,
  undo as undoCardAnswer,
} from '#server/features/study/review/cards/card-answers.service.ts';
import { answer } from '#server/features/study/review/review.service.ts';
import { studyFault } from '#server/http/access.ts';
import { boughtFault } from '#server/http/bought.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { clientTime } from './client-time.ts';
import { findTakenAt } from './offline.store.ts';

type Results = ResponseOf<typeof sendOffline>['results'];

/**
 * Applies what was done without a network, in the order in which it was done. Each action goes through the service that
 * takes the same action online, and each service takes it once: an answer and a note by their keys, a change by its
 * version, reading by its moments. The device's time orders and dates a person's own actions. It never decides access or
 * secrecy: a device can report any time.
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
    await takeIn(deps, user, deed, at);
    return { key: deed.key, state: 'done', message: null };
  } catch (error) {
    // A refusal belongs to one action. A fault of ours ends the call, and the device sends everything again.
    if (!(error instanceof AppError)) throw error;
    return { key: deed.key, state: error.code === 'attempt_open' ? 'later' : 'refused', message: error.message };
  }
}

async function takeIn(deps: Deps, user: SessionUser, deed: OfflineAction, at: Date): Promise<unknown> {
  const { key } = deed;
  const dated = { ...deps, clock: { now: () => at } };
  // Notes are the reader's own text, also after access has ended. Saving one shows nothing.
  if (deed.kind === 'note-change') {
    return changeNote(dated, user.id, deed.annotationId, { note: deed.note, version: deed.version });
  }
  if (deed.kind === 'note-removal') return removeOnce(dated, user, deed.annotationId);
  if (deed.kind === 'note') {
    const { lessonId, quote, prefix, suffix, position, note } = deed;
    return makeAnnotation(dated, user.id, lessonId, { quote, prefix, suffix, position, note, creationKey: key });
  }
  // The same holds for one's cards.
  if (deed.kind === 'card-answer') {
    return answerCard(deps, user.id, { key, cardId: deed.cardId, grade: deed.grade }, at);
  }
  if (deed.kind === 'card-undo') return undoCardAnswer(deps, user.id, deed.answerKey);
  const now = deps.clock.now();
  const ended = studyFault(user, now);
  if (deed.kind === 'answer') {
    const { of, questionId, optionId, standsFor, guessed } = deed;
    if (ended && !(await wasHandedOut(deps, user, questionId))) throw ended;
    const body = { key, questionId, optionId, guessed, ...(standsFor === undefined ? {} : { standsFor }) };
    return answer(deps, user, body, { source: of === 'review' ? 'review' : 'practice', givenAt: at });
  }
  const { lessonId } = deed;
  const closed = ended ?? (await boughtFault(deps.db, user, { kind: 'lesson', id: lessonId }, now));
  if (closed) throw closed;
  if (deed.kind === 'completion') return tickLesson(dated, user.id, lessonId, deed.completed);
  const { position, activeSeconds, reachedEnd } = deed;
  return saveReading(dated, user.id, lessonId, { position, activeSeconds, reachedEnd });
}

/** Whether this person took the question along on a day on which access was in force. */
async function wasHandedOut(deps: Deps, user: SessionUser, questionId: number): Promise<boolean> {
  const endedOn = user.study?.endedOn;
  const at = endedOn ? await findTakenAt(deps.db, user.id, questionId) : undefined;
  return at !== undefined && typeof endedOn === 'string' && dayOf(at) <= endedOn;
}

/** A note that is gone already needs no removal. */
async function removeOnce(deps: Deps, user: SessionUser, id: number): Promise<void> {
  try {
    await removeAnnotation(deps, user.id, id);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}
