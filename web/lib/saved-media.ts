import { RECORDING_CHUNK_BYTES } from '#contract/limits.ts';

/**
 * A downloaded recording lies in the media cache as chunks, with a manifest that is written last: a manifest means that
 * all chunks are there. The player asks for the path of the manifest, and the service worker answers from the chunks.
 */
export type MediaManifest = { bytes: number; mimeType: string };

const MEDIA = '/kept/media/';

/** Another variant of the same recording has other bytes, so it has another path. */
export const mediaPath = (recordingId: number, variant: string) => `${MEDIA}${recordingId}-${variant}`;
export const isMediaPath = (path: string): boolean => path.startsWith(MEDIA);

export type Chunk = { path: string; start: number; end: number };

/** The chunks of a file; `end` is its last byte, as in a Range header. */
export const chunksOf = (path: string, bytes: number): Chunk[] =>
  Array.from({ length: Math.ceil(bytes / RECORDING_CHUNK_BYTES) }, (_, at) => ({
    path: `${path}/${at}`,
    start: at * RECORDING_CHUNK_BYTES,
    end: Math.min(bytes, (at + 1) * RECORDING_CHUNK_BYTES) - 1,
  }));
