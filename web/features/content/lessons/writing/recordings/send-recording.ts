import {
  beginRecordingUpload,
  getRecordingUpload,
  listRecordingUploads,
  recordingTitle,
  sendRecordingPiece,
} from '#contract/content/recordings.ts';
import { call, isFinal, isRefused, upload } from '#web/lib/api.ts';

/** As much as one request carries: what a cut loses at most. */
const PIECE_BYTES = 5 * 1024 * 1024;
const TRIES = 8;

type Options = {
  onProgress: (share: number) => void;
  signal: AbortSignal;
  /** Waits before a try; tests do not. */
  pause?: (ms: number) => Promise<unknown>;
};

const encoded = (name: string) => btoa(String.fromCharCode(...new TextEncoder().encode(name)));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts the upload of a file, or resumes a stopped one. */
async function find(lessonId: number, file: File, signal: AbortSignal) {
  const title = recordingTitle(file.name);
  const open = await call(listRecordingUploads, { params: { id: lessonId }, signal });
  const half = open.find((one) => one.title === title && one.bytes === file.size);
  if (half) return half;
  return upload(beginRecordingUpload, new Blob(), {
    params: { id: lessonId },
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(file.size),
      'upload-metadata': `filename ${encoded(file.name)}`,
    },
    signal,
  });
}

/** Sends a file in chunks (tus 1.0.0). After an interruption it asks the server for the offset, and resumes there. */
export async function sendRecording(lessonId: number, file: File, { onProgress, signal, pause = sleep }: Options) {
  const { id, received } = await find(lessonId, file, signal);
  let offset = received;
  let failures = 0;
  while (offset < file.size) {
    const piece = file.slice(offset, offset + PIECE_BYTES);
    const from = offset;
    try {
      await upload(sendRecordingPiece, piece, {
        params: { id },
        headers: {
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(from),
        },
        onProgress: (share) => onProgress((from + share * piece.size) / file.size),
        signal,
      });
      offset += piece.size;
      failures = 0;
    } catch (error) {
      const mayPass = !isFinal(error) || isRefused<typeof sendRecordingPiece>(error, 'upload_conflict');
      failures += 1;
      if (signal.aborted || !mayPass || failures > TRIES) throw error;
      await pause(Math.min(30_000, 1000 * 2 ** failures));
      const standing = await receivedBytes(id, signal);
      // The last piece arrived and its answer did not.
      if (standing === 'finished' && from + piece.size === file.size) return;
      if (standing === 'finished') throw error;
      offset = standing ?? offset;
    }
  }
}

/** How many bytes have arrived; undefined without an answer. */
async function receivedBytes(id: string, signal: AbortSignal): Promise<number | 'finished' | undefined> {
  try {
    return (await call(getRecordingUpload, { params: { id }, signal })).received;
  } catch (error) {
    if (isRefused<typeof getRecordingUpload>(error, 'not_found')) return 'finished';
    if (isFinal(error)) throw error;
    return undefined;
  }
}
