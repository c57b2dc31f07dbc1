import { storedVideo } from '#contract/content/lesson-video.ts';
import type { keepPlayback } from '#contract/content/recordings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { isInLesson, savePosition } from './playback.store.ts';
import { recordingMissing } from './recordings.service.ts';

/** Stored only for videos that the lesson shows, so that a person has at most one row per video. */
export async function savePlaybackPosition(
  deps: Deps,
  user: SessionUser,
  lessonId: number,
  { video, seconds }: BodyOf<typeof keepPlayback>,
): Promise<void> {
  const isAddress = storedVideo(video) === video;
  if (!isAddress || !(await isInLesson(deps.db, lessonId, video))) throw recordingMissing();
  await savePosition(deps.db, { userId: user.id, lessonId, video }, seconds, deps.clock.now());
}
