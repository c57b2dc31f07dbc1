import { listCourseAttachments, listLessonAttachments } from '#contract/content/attachments.ts';
import { getCaptions } from '#contract/content/captions.ts';
import { type getRecordingFile, listRecordings, type Recording } from '#contract/content/recordings.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { OfflineCourse, OfflineRecording } from '#contract/study/offline.ts';
import { ApiError, addressOf, fetchForCache, isRefused } from '#web/lib/api.ts';
import { chunksOf, type MediaManifest, mediaPath } from '#web/lib/saved-media.ts';
import { type FileChoice, type FilePlan, missingFiles } from './courses-on-device.ts';
import { openSaved } from './saved.ts';
import { storeJson, storeSaved } from './store-saved.ts';

const attachmentAddress = (id: number) => `/api/attachments/${id}`;
const recordingsAddress = (lessonId: number) => addressOf(listRecordings, { params: { id: lessonId } });
const captionsAddress = (id: number) => addressOf(getCaptions, { params: { id } });
const listAddress = ({ lessonId, courseId }: Pick<FilePlan, 'lessonId' | 'courseId'>) =>
  lessonId === null
    ? addressOf(listCourseAttachments, { params: { id: courseId } })
    : addressOf(listLessonAttachments, { params: { id: lessonId } });

/** What of a course would be taken along, in the order of its lessons. */
export function planFiles(course: OfflineCourse, choice: FileChoice): FilePlan[] {
  const attachment = (lessonId: number | null, { id, bytes }: { id: number; bytes: number }): FilePlan => {
    const about = { lessonId, courseId: course.id };
    const address = attachmentAddress(id);
    return { kind: 'attachment', address, bytes, ...about, recording: null, addresses: [address, listAddress(about)] };
  };
  const recording = (lessonId: number, one: OfflineRecording): FilePlan => {
    const address = mediaPath(one.id, one.variant);
    const chunks = chunksOf(address, one.bytes).map(({ path }) => path);
    const beside = [recordingsAddress(lessonId), ...(one.hasCaptions ? [captionsAddress(one.id)] : [])];
    return {
      ...{ kind: 'recording', address, bytes: one.bytes, lessonId, courseId: course.id, recording: one },
      addresses: [address, ...chunks, ...beside],
    };
  };
  return [
    ...(choice.attachments ? course.attachments.map((one) => attachment(null, one)) : []),
    ...course.lessons.flatMap(({ id, recordings, attachments }) => [
      ...(choice.recordings ? recordings.map((one) => recording(id, one)) : []),
      ...(choice.attachments ? attachments.map((one) => attachment(id, one)) : []),
    ]),
  ];
}

type FileOptions = {
  advance: (bytes: number) => void;
  /** Only captions and lists are fetched again. */
  isRenewal: boolean;
  signal?: AbortSignal;
};

export async function downloadFiles(userId: string, files: readonly FilePlan[], options: FileOptions): Promise<void> {
  const { isRenewal, advance, signal } = options;
  const missing = new Set((await missingFiles(userId, files)).map(({ address }) => address));
  for (const file of files) {
    signal?.throwIfAborted();
    const isHere = !missing.has(file.address);
    if (isHere || isRenewal) advance(file.bytes);
    else if (file.recording) await downloadRecording(userId, file, file.recording, options);
    else {
      await storeSaved(userId, file.address, await fetchForCache(file.address, signal ? { signal } : {}));
      advance(file.bytes);
    }
    if (!isHere && isRenewal) continue;
    if (file.recording?.hasCaptions) await storeAnswer(userId, captionsAddress(file.recording.id));
  }
  for (const address of new Set(files.filter(({ kind }) => kind === 'attachment').map(listAddress))) {
    await storeAnswer(userId, address);
  }
  const lessonIds = new Set(
    files.flatMap(({ kind, lessonId }) => (kind === 'recording' && lessonId ? [lessonId] : [])),
  );
  for (const lessonId of lessonIds) await storeRecordings(userId, lessonId, files);
}

const storeAnswer = async (userId: string, address: string) =>
  storeSaved(userId, address, await fetchForCache(address));

/** With `no-store` the service worker returns the answer of the server, without files of the device. */
async function readRecordings(lessonId: number, signal?: AbortSignal) {
  const init: RequestInit = { cache: 'no-store', ...(signal ? { signal } : {}) };
  return (await fetchForCache(recordingsAddress(lessonId), init)).json() as Promise<ResponseOf<typeof listRecordings>>;
}

const sourceIn = ({ sources }: Recording, variant: string | undefined) =>
  sources.find(({ height }) => (height === null ? 'original' : String(height)) === variant);

/** Signed for hours: asked for when it is needed. */
async function sourceOf(lessonId: number, { id, variant }: OfflineRecording, signal?: AbortSignal) {
  const recording = (await readRecordings(lessonId, signal)).recordings.find((one) => one.id === id);
  const source = recording && sourceIn(recording, variant);
  // Removed since the course was read: the next download reads it again.
  if (!source) throw new ApiError(404, 'Um vídeo deste curso mudou agora. Tente de novo.', null);
  return source;
}

/** Fetches the chunks that are not here yet, then writes the manifest. */
async function downloadRecording(
  userId: string,
  { address, bytes, lessonId }: FilePlan,
  recording: OfflineRecording,
  { advance, signal }: FileOptions,
): Promise<void> {
  const { media } = await openSaved(userId);
  let source = await sourceOf(lessonId ?? 0, recording, signal);
  const fetchRange = (start: number, end: number) =>
    fetchForCache(source.url, { headers: { range: `bytes=${start}-${end}` }, ...(signal ? { signal } : {}) });
  for (const { path, start, end } of chunksOf(address, bytes)) {
    if (!(await media.match(path))) {
      const answer = await fetchRange(start, end).catch(async (error: unknown) => {
        // The address has expired during a long download.
        if (!isRefused<typeof getRecordingFile>(error, 'not_found')) throw error;
        source = await sourceOf(lessonId ?? 0, recording, signal);
        return fetchRange(start, end);
      });
      const body = await answer.blob();
      if (body.size !== end - start + 1) throw new ApiError(0, 'O vídeo veio incompleto. Tente de novo.', null);
      await storeSaved(userId, path, new Response(body));
    }
    advance(end - start + 1);
  }
  const manifest: MediaManifest = { bytes, mimeType: source.mimeType };
  await storeJson(userId, address, manifest);
}

/** The answer that the lesson reads without a network: recordings that are here are played from here. */
async function storeRecordings(userId: string, lessonId: number, files: readonly FilePlan[]): Promise<void> {
  const answer = await readRecordings(lessonId);
  const missing = new Set((await missingFiles(userId, files)).map(({ address }) => address));
  const here = new Map(
    files.flatMap((file) => (file.recording && !missing.has(file.address) ? [[file.recording.id, file] as const] : [])),
  );
  const recordings = answer.recordings.map((recording): Recording => {
    const file = here.get(recording.id);
    const source = sourceIn(recording, file?.recording?.variant);
    if (!file || !source) return recording;
    return { ...recording, posterUrl: null, sources: [{ ...source, url: file.address }] };
  });
  await storeJson(userId, recordingsAddress(lessonId), { ...answer, recordings });
}
