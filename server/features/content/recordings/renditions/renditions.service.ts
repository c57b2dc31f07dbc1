import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { claimStored, storeUnclaimed } from '#server/files/file-records.ts';
import * as store from '../recordings.store.ts';
import { isThere, LONGEST_MS, type Made, makeRenditions } from './ffmpeg.ts';
import { PREPARE_JOB } from './prepare-job.ts';
import { clearWorkplaces, openWorkplace } from './workplace.ts';

/** A server that is killed in the middle begins again, so often in all. */
const ATTEMPTS = 3;
/** The time limit of one attempt: poster and sizes, one after the other. */
const ATTEMPT_MS = LONGEST_MS * 4;

export function defineRenditions(deps: Deps): void {
  deps.jobs.define<{ recordingId: number }>({
    name: PREPARE_JOB,
    // The one after the last attempt tells that it was the last.
    retries: ATTEMPTS,
    longestSeconds: ATTEMPT_MS / 1000,
    heartbeatSeconds: 60,
    run: ({ recordingId }) => prepare(deps, recordingId),
  });
}

async function prepare(deps: Deps, id: number): Promise<void> {
  const { db, config } = deps;
  const recording = await store.beginWork(db, id, ATTEMPTS);
  if (!recording) {
    const givenUp = await store.giveUp(db, id, ATTEMPTS);
    if (givenUp) await clearWorkplaces(givenUp.fileKey);
    return;
  }
  if (!config.ffmpeg || !(await isThere(config.ffmpeg))) {
    await store.endWork(db, recording, { state: 'plain' });
    return;
  }
  const directory = await openWorkplace(recording.fileKey, ATTEMPT_MS);
  try {
    const path = join(directory, 'source');
    const file = await deps.files.read(recording.fileKey);
    // Taken away since.
    if (!file) return;
    await pipeline(file.stream, createWriteStream(path, { mode: 0o600 }));
    const made = await makeRenditions(config.ffmpeg, { path, mimeType: recording.mimeType }, directory);
    if (made) await storeRenditions(deps, recording, made);
    else await store.endWork(db, recording, { state: 'failed' });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Stores all files or none; none when the processing was restarted or the recording removed meanwhile. */
async function storeRenditions(
  deps: Deps,
  recording: store.RecordingRow,
  { durationSeconds, poster, renditions }: Made,
) {
  const keyOf = (ending: string) => `recordings/${recording.createdAt.getUTCFullYear()}/${randomUUID()}.${ending}`;
  const sizes = renditions.map(({ path, height, bytes }) => ({ path, height, bytes, fileKey: keyOf('mp4') }));
  const posterKey = poster && keyOf('jpg');
  const files = [
    ...sizes.map(({ path, bytes, fileKey }) => ({ key: fileKey, path, size: bytes })),
    ...(poster && posterKey ? [{ key: posterKey, path: poster, size: (await stat(poster)).size }] : []),
  ];
  const stored = files.length > 0 ? await storeUnclaimed(deps, files) : null;
  try {
    const isKept = await transact(deps, async (tx) => {
      if (!(await store.endWork(tx, recording, { state: 'ready', posterKey, durationSeconds }))) return false;
      await store.insertRenditions(tx, recording.id, sizes);
      if (stored) await claimStored(tx, stored.keys);
      return true;
    });
    if (!isKept) await stored?.discard();
  } catch (error) {
    await stored?.discard();
    throw error;
  }
}
