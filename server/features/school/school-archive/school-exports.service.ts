import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { SCHOOL_EXPORTS } from '#server/backup/school/manifest.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { claimStored, expectFile, releaseStored } from '#server/files/file-records.ts';
import { putStream } from '#server/files/put-stream.ts';
import { notFound } from '#server/http/errors.ts';
import { exportSchool } from './export-school.service.ts';
import * as store from './school-exports.store.ts';

export const EXPORT_JOB = 'export-school';
/** An archive has everybody's data, so it does not stay. */
const LIFE_MS = DAY_MS;
const LONGEST_MS = 6 * HOUR_MS;
/** The job gives a sign with every hundredth of its work, and at least this often. */
const SIGN_MS = MINUTE_MS;
/** No sign for this long: the process is gone. */
const SILENT_MS = HOUR_MS;

/** The export was given up while it ran. Perhaps another one runs by now. */
class ExportOver extends Error {}

function present(row: store.ExportRow | undefined, now: Date) {
  if (!row || (row.expiresAt && row.expiresAt <= now)) return { latest: null };
  const { id, askedAt, percent, bytes, expiresAt } = row;
  const isSilent = row.seenAt.getTime() < now.getTime() - SILENT_MS;
  const isOver = row.state === 'done' || row.state === 'failed';
  const state = isSilent && !isOver ? 'failed' : (row.state as 'waiting' | 'running' | 'done' | 'failed');
  const file = bytes !== null && expiresAt !== null ? { bytes, expiresAt } : null;
  return { latest: { id, askedAt, state, percent, file } };
}

export const readLatest = async (deps: Deps) => present(await store.findLatest(deps.db), deps.clock.now());

export async function requestExport(deps: Deps, user: { id: string }) {
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    await store.failSilent(tx, new Date(now.getTime() - SILENT_MS));
    const made = await store.insertExport(tx, user.id, now);
    if (!made) return;
    await deps.jobs.send(tx, EXPORT_JOB, { id: made.id }, { key: `${made.id}` });
    await recordAudit(tx, {
      ...{ at: now, actorId: user.id, action: 'school.export_asked' },
      subject: `school_export:${made.id}`,
    });
  });
  return readLatest(deps);
}

/** The stored archive. Every download is recorded. */
export async function openExport(deps: Deps, user: { id: string }, id: number) {
  const now = deps.clock.now();
  const row = await store.findExport(deps.db, id);
  const isHere = row?.fileKey && row.expiresAt && row.expiresAt > now;
  const file = isHere ? await deps.files.read(row.fileKey ?? '') : null;
  if (!file) throw notFound('Este arquivo já foi removido. Peça outro.');
  await transact(deps, (tx) =>
    recordAudit(tx, {
      ...{ at: now, actorId: user.id, action: 'school.export_downloaded' },
      subject: `school_export:${id}`,
    }),
  );
  return { ...file, name: `escola-${row?.askedAt.toISOString().slice(0, 10)}.zip` };
}

/**
 * Makes the archive straight into the file store. A process that is killed leaves the row `running`, and the queue
 * starts the job again; an error ends it. One that was given up stops at its next sign.
 */
export async function makeExport(deps: Deps, id: number): Promise<void> {
  if (!(await store.markRunning(deps.db, id, deps.clock.now()))) return;
  const fileKey = `${SCHOOL_EXPORTS}${randomUUID()}.zip`;
  let bytes = 0;
  async function* counted(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  try {
    let percent = 0;
    let seen = deps.clock.now().getTime();
    // The sweep removes unclaimed files: this one only after the longest run.
    const until = new Date(deps.clock.now().getTime() + LONGEST_MS);
    await expectFile({ db: deps.db, clock: { now: () => until } }, fileKey);
    const out = new PassThrough();
    const stored = putStream(deps.files, fileKey, counted(out));
    // When storing fails, the export must fail with it instead of waiting for a reader.
    stored.catch((error: Error) => out.destroy(error));
    try {
      await exportSchool(deps, out, async (done, total) => {
        const now = deps.clock.now();
        const reached = Math.floor((done * 99) / Math.max(total, 1));
        if (reached === percent && now.getTime() - seen < SIGN_MS) return;
        percent = reached;
        seen = now.getTime();
        if (!(await store.saveProgress(deps.db, id, percent, now))) throw new ExportOver();
      });
    } catch (error) {
      // The stream is destroyed with the same error, which `stored` repeats.
      await stored.catch(() => undefined);
      throw error;
    }
    await stored;
  } catch (error) {
    if (error instanceof ExportOver) return;
    await store.markFailed(deps.db, id);
    throw error;
  }
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    const expiresAt = new Date(now.getTime() + LIFE_MS);
    if (!(await store.markDone(tx, id, { fileKey, bytes, expiresAt }))) return;
    await claimStored(tx, [fileKey]);
    await recordAudit(tx, { at: now, actorId: null, action: 'school.exported', subject: `school_export:${id}` });
  });
}

export function defineSchoolExports(deps: Deps): void {
  deps.jobs.define<{ id: number }>({
    ...{ name: EXPORT_JOB, retries: 3, longestSeconds: LONGEST_MS / 1000, heartbeatSeconds: 60 },
    run: ({ id }) => makeExport(deps, id),
  });
}

export const expiredExports = (deps: Deps): Expired => ({
  schoolExports: (limit) =>
    transact(deps, async (tx) => {
      const keys = await store.deleteExpired(tx, deps.clock.now(), limit);
      // Released with the earliest time: the next sweep removes them.
      await releaseStored(tx, keys, new Date(0));
      return keys.length;
    }),
});
