import { listCourseAttachments, listLessonAttachments } from '#contract/content/attachments.ts';
import { getCaptions } from '#contract/content/captions.ts';
import { type getRecordingFile, listRecordings, type Recording } from '#contract/content/recordings.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { OfflineCourse, OfflineRecording } from '#contract/study/offline.ts';
import { ApiError, addressOf, fetchForCache, isRefused } from '#web/lib/api.ts';
import { chunksOf, type MediaManifest, mediaPath } from '#web/lib/saved-media.ts';
import { storeForCourse } from './course-record.ts';
import { type FileChoice, type FilePlan, missingFiles } from './courses-on-device.ts';
import { openSaved } from './saved.ts';
import { AbsentFileError, isAbsent, jsonResponse, readBody, unlessAbsent } from './store-saved.ts';

const attachmentAddress = (id: number) => `/api/attachments/${id}`;
const recordingsAddress = (lessonId: number) => addressOf(listRecordings, { params: { id: lessonId } });
const captionsAddress = (id: number) => addressOf(getCaptions, { params: { id } });
const listAddress = ({ lessonId, courseId }: Pick<FilePlan, 'lessonId' | 'courseId'>) =>
  lessonId === null
    ? addressOf(listCourseAttachments, { params: { id: courseId } })
    : addressOf(listLessonAttachments, { params: { id: lessonId } });

function planRecording(courseId: number, lessonId: number, recording: OfflineRecording): FilePlan {
  const { id, variant, bytes, hasCaptions } = recording;
  const address = mediaPath(id, variant);
  const chunks = chunksOf(address, bytes).map(({ path }) => path);
  const beside = [recordingsAddress(lessonId), ...(hasCaptions ? [captionsAddress(id)] : [])];
  const addresses = [address, ...chunks, ...beside];
  return { kind: 'recording', address, bytes, lessonId, courseId, recording, addresses };
}

/** What of a course would be taken along, in the order of its lessons. */
export function planFiles(course: OfflineCourse, choice: FileChoice): FilePlan[] {
  const attachment = (lessonId: number | null, { id, bytes }: { id: number; bytes: number }): FilePlan => {
    const about = { lessonId, courseId: course.id };
    const address = attachmentAddress(id);
    return { kind: 'attachment', address, bytes, ...about, recording: null, addresses: [address, listAddress(about)] };
  };
  return [
    ...(choice.attachments ? course.attachments.map((one) => attachment(null, one)) : []),
    ...course.lessons.flatMap(({ id, recordings, attachments }) => [
      ...(choice.recordings ? recordings.map((one) => planRecording(course.id, id, one)) : []),
      ...(choice.attachments ? attachments.map((one) => attachment(id, one)) : []),
    ]),
  ];
}

/**
 * The plan of a renewal, which fetches no recording: one that is here stays as it is, although the server has another
 * rendition of it now.
 */
export async function planRenewal(
  userId: string,
  planned: readonly FilePlan[],
  before: readonly FilePlan[],
): Promise<FilePlan[]> {
  const missing = new Set((await missingFiles(userId, before)).map(({ address }) => address));
  const here = new Map(
    before.flatMap(({ recording, address }) =>
      recording && !missing.has(address) ? [[recording.id, recording] as const] : [],
    ),
  );
  return planned.map((file) => {
    const stored = file.recording && here.get(file.recording.id);
    if (!file.recording || file.lessonId === null || !stored) return file;
    const { variant, bytes } = stored;
    return planRecording(file.courseId, file.lessonId, { ...file.recording, variant, bytes });
  });
}

type FileOptions = {
  advance: (bytes: number) => void;
  /** Only captions and lists are fetched again. */
  isRenewal: boolean;
  signal?: AbortSignal;
};

/** What came has other bytes than the server announced. */
class IncompleteFileError extends ApiError {}

/**
 * Fetches the files that are not here, and returns how many the server no longer has. What a lesson lists offline is
 * stored with its first file, so that everything that has come can be used when the rest does not come.
 */
export async function downloadFiles(userId: string, files: readonly FilePlan[], options: FileOptions): Promise<number> {
  const { isRenewal, advance, signal } = options;
  const missing = new Set((await missingFiles(userId, files)).map(({ address }) => address));
  const listed = new Set<string>();
  const list = async (file: FilePlan) => {
    const address = listAddressOf(file);
    if (listed.has(address)) return;
    listed.add(address);
    await unlessAbsent(() =>
      file.recording ? storeRecordings(userId, file, files, signal) : storeAnswer(userId, file, address, signal),
    );
  };
  let absent = 0;
  let incomplete: IncompleteFileError | null = null;
  for (const file of files) {
    signal?.throwIfAborted();
    const isHere = !missing.has(file.address);
    if (isHere || isRenewal) advance(file.bytes);
    else {
      try {
        if (file.recording) {
          await downloadRecording(userId, file, file.recording, files, options);
          listed.add(listAddressOf(file));
        } else {
          await storeAnswer(userId, file, file.address, signal);
          advance(file.bytes);
        }
      } catch (error) {
        // One file that cannot come does not keep the others back.
        if (error instanceof IncompleteFileError) incomplete = error;
        else if (isAbsent(error)) absent += 1;
        else throw error;
        continue;
      }
    }
    if (!isHere && isRenewal) continue;
    await list(file);
    const { recording } = file;
    if (recording?.hasCaptions) {
      await unlessAbsent(() => storeAnswer(userId, file, captionsAddress(recording.id), signal));
    }
  }
  for (const file of files) await list(file);
  if (incomplete) throw incomplete;
  return absent;
}

/** The call that lists a file in its lesson or course. */
const listAddressOf = (file: FilePlan): string =>
  file.recording && file.lessonId !== null ? recordingsAddress(file.lessonId) : listAddress(file);

const storeAnswer = async (userId: string, { courseId }: FilePlan, address: string, signal?: AbortSignal) =>
  storeForCourse(userId, courseId, address, await fetchForCache(address, signal ? { signal } : {}));

/** With `no-store` the service worker returns the answer of the server, without files of the device. */
async function readRecordings(lessonId: number, signal?: AbortSignal) {
  const init: RequestInit = { cache: 'no-store', ...(signal ? { signal } : {}) };
  return (await fetchForCache(recordingsAddress(lessonId), init)).json() as Promise<ResponseOf<typeof listRecordings>>;
}

const sourceIn = ({ sources }: Recording, variant: string | undefined) =>
  sources.find(({ height }) => (height === null ? 'original' : String(height)) === variant);

/** With the answer that names it. Signed for hours: asked for when it is needed. */
async function sourceOf(lessonId: number, { id, variant }: OfflineRecording, signal?: AbortSignal) {
  const answer = await readRecordings(lessonId, signal);
  const recording = answer.recordings.find((one) => one.id === id);
  const source = recording && sourceIn(recording, variant);
  // Removed since the course was read: the next download reads it again.
  if (!source) throw new AbsentFileError(`Recording ${id} has no ${variant}.`);
  return { source, answer };
}

/** Fetches the chunks that are not here yet, then writes the manifest and the answer that plays it offline. */
async function downloadRecording(
  userId: string,
  file: FilePlan,
  recording: OfflineRecording,
  files: readonly FilePlan[],
  { advance, signal }: FileOptions,
): Promise<void> {
  const { address, bytes, courseId } = file;
  const lessonId = file.lessonId ?? 0;
  const { media } = await openSaved(userId);
  let { source, answer } = await sourceOf(lessonId, recording, signal);
  const fetchRange = (start: number, end: number) =>
    fetchForCache(source.url, { headers: { range: `bytes=${start}-${end}` }, ...(signal ? { signal } : {}) });
  for (const { path, start, end } of chunksOf(address, bytes)) {
    if (!(await media.match(path))) {
      const chunk = await fetchRange(start, end).catch(async (error: unknown) => {
        // The address has expired during a long download.
        if (!isRefused<typeof getRecordingFile>(error, 'not_found')) throw error;
        ({ source, answer } = await sourceOf(lessonId, recording, signal));
        return fetchRange(start, end);
      });
      const body = await readBody(chunk);
      if (body.size !== end - start + 1) {
        throw new IncompleteFileError(0, 'O vídeo veio incompleto. Tente de novo.', null);
      }
      await storeForCourse(userId, courseId, path, new Response(body));
    }
    advance(end - start + 1);
  }
  const manifest: MediaManifest = { bytes, mimeType: source.mimeType };
  await storeForCourse(userId, courseId, address, jsonResponse(manifest));
  // Without another request: the network may be lost now, and what has come can be played.
  await storeRecordingsOf(userId, file, files, answer);
}

type RecordingsAnswer = Awaited<ReturnType<typeof readRecordings>>;

async function storeRecordings(
  userId: string,
  file: FilePlan,
  files: readonly FilePlan[],
  signal?: AbortSignal,
): Promise<void> {
  await storeRecordingsOf(userId, file, files, await readRecordings(file.lessonId ?? 0, signal));
}

/**
 * The answer that the lesson reads without a network: recordings that are here are played from here, also a rendition
 * that the server no longer lists.
 */
async function storeRecordingsOf(
  userId: string,
  { lessonId, courseId }: FilePlan,
  files: readonly FilePlan[],
  answer: RecordingsAnswer,
): Promise<void> {
  const { media } = await openSaved(userId);
  const recordings = await Promise.all(
    answer.recordings.map(async (recording): Promise<Recording> => {
      const file = files.find((one) => one.recording?.id === recording.id);
      const manifest = (await (file && (await media.match(file.address)))?.json()) as MediaManifest | undefined;
      if (!file?.recording || !manifest) return recording;
      const { variant } = file.recording;
      const height = variant === 'original' ? null : Number(variant);
      return { ...recording, posterUrl: null, sources: [{ url: file.address, mimeType: manifest.mimeType, height }] };
    }),
  );
  const address = recordingsAddress(lessonId ?? 0);
  await storeForCourse(userId, courseId, address, jsonResponse({ ...answer, recordings }));
}
