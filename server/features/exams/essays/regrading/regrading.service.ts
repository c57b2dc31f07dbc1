import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '#contract/endpoint.ts';
import { mostPoints } from '#contract/exams/espelho.ts';
import { espelhoMismatch, type regradeEssays } from '#contract/exams/essay-regrading.ts';
import { screens } from '#contract/screens.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { runAll } from '#server/jobs/each.ts';
import { replaceCorrection } from '../reviews/reviews.store.ts';
import { requireTheme } from '../themes/themes.service.ts';
import { listVersionRows, lockThemeRecord } from '../themes/themes.store.ts';
import { regraded } from './regrading.rules.ts';
import * as store from './regrading.store.ts';

const JOB = 'regrade-essays';
/** Essays of one job. */
const BATCH = 50;

type Body = BodyOf<typeof regradeEssays>;

const wouldHaveNoReason = (essays: number) =>
  new AppError(
    'state_conflict',
    `${essays === 1 ? '1 redação foi anulada' : `${essays} redações foram anuladas`} sem pontos, por um motivo que o novo espelho não tem. Mantenha o motivo para recalcular as outras.`,
  );

/** Essays keep their version; the espelho of that version becomes the published one. */
export async function regrade(deps: Deps, user: SessionUser, themeId: number, { number, reason }: Body) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireTheme(lockThemeRecord(tx, themeId), user);
    const version = await store.findVersion(tx, themeId, number);
    const current = row.versionNumber === null ? undefined : await store.findVersion(tx, themeId, row.versionNumber);
    if (!version || !current) throw notFound('Versão não encontrada.');
    if (version.id === current.id) {
      throw new AppError(
        'state_conflict',
        'Publique o espelho corrigido como nova versão e corrija as antigas por ela.',
      );
    }
    const { espelho } = current.theme;
    if (!isDeepStrictEqual(version.theme.espelho, espelho)) {
      const mismatch = espelhoMismatch(version.theme.espelho, espelho);
      if (mismatch !== null) throw new AppError('state_conflict', mismatch);
      await store.lockVersion(tx, version.id);
      const withoutPoints = await store.countWithoutPoints(tx, version, espelho);
      if (withoutPoints > 0) throw wouldHaveNoReason(withoutPoints);
      await store.correctEspelho(tx, version.id, { espelho, reason, now });
      await recordAudit(tx, {
        at: now,
        actorId: user.id,
        action: 'essay_theme.regraded',
        subject: `essay_theme:${themeId}`,
        details: { title: row.draft.title, version: number, by: row.versionNumber, reason },
      });
    }
    // Also with an espelho that is corrected already: the job may have failed for good. It is idempotent.
    await deps.jobs.send(tx, JOB, { versionId: version.id, after: 0 });
    const shown = await listVersionRows(tx, themeId, { limit: 1, number });
    const [first] = shown;
    if (!first) throw notFound('Versão não encontrada.');
    return first;
  });
}

const pointsText = (points: number) => String(points).replace('.', ',');

async function regradeOne(deps: Deps, tx: Tx, row: store.RegradedRow): Promise<void> {
  const readings = await store.listBlindReadings(tx, row.id);
  const { id, text, photo, theme, reviewState, result: before } = row;
  const final = { correction: row.correction, result: before };
  const next = regraded({ text, photo, theme, final, reviewState, readings });
  const most = mostPoints(theme.espelho);
  for (const [index, { result }] of next.readings.entries()) {
    const reading = readings[index];
    if (reading && !isDeepStrictEqual(reading.result, result)) {
      await store.saveReadingResult(tx, reading.id, result, result.score / most);
    }
  }
  const { result } = next.final;
  if (isDeepStrictEqual(before, result)) return;
  await replaceCorrection(tx, id, next.final);
  if (before.score === result.score && before.isPassed === result.isPassed) return;
  await notify(deps, tx, {
    userId: row.studentId,
    kind: 'result_corrected',
    title: 'Espelho corrigido: sua nota mudou',
    text: `“${theme.title}”: de ${pointsText(before.score)} para ${pointsText(result.score)}. ${row.reason}`,
    path: screens.essay(id),
    key: `essay-regraded:${id}:${row.correctedAt.getTime()}`,
  });
}

/** `ids`: these essays alone, which failed in their batch. */
type Batch = { versionId: number; after: number; ids?: number[] };

const regradeEssay = (deps: Deps, id: number) =>
  transact(deps, async (tx) => {
    const row = await store.lockReturned(tx, id);
    if (row) await regradeOne(deps, tx, row);
  });

/**
 * Idempotent: an essay whose result already follows its espelho is left alone. The next batch is another job, and so
 * are essays that fail: they hold up no other essay, and the queue retries and reports them.
 */
export async function regradeBatch(deps: Deps, { versionId, after, ids }: Batch, limit = BATCH) {
  if (ids) return runAll(ids, (id) => regradeEssay(deps, id));
  const next = await store.listReturnedIds(deps.db, { versionId, after, limit });
  const failed: number[] = [];
  for (const id of next) await regradeEssay(deps, id).catch(() => failed.push(id));
  const last = next.at(-1);
  if (last === undefined) return;
  await transact(deps, async (tx) => {
    if (failed.length > 0) await deps.jobs.send(tx, JOB, { versionId, after: last, ids: failed });
    if (next.length === limit) await deps.jobs.send(tx, JOB, { versionId, after: last });
  });
}

export function defineRegrading(deps: Deps): void {
  deps.jobs.define<Batch>({
    name: JOB,
    retries: 5,
    run: (data) => regradeBatch(deps, data),
  });
}
