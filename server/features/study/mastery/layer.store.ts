import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';
import type { FittedLayer } from './layer-night.ts';

/** Stores the fit with its check, and puts it into use or out of use. Returns its version. */
export async function saveLayer(tx: Tx, { weights, students, answers, check, isUsed }: FittedLayer, now: Date) {
  const { version } = await tx
    .insertInto('mastery_layers')
    .values({
      fitted_at: now,
      is_used: isUsed,
      students,
      answers,
      weights,
      predicted: check?.predicted ?? 0,
      loss: check?.layer.logLoss ?? null,
      calibration: check?.layer.ece ?? null,
      plain_loss: check?.plain.logLoss ?? null,
      share_loss: check?.shareRight.logLoss ?? null,
      mean_loss: check?.questionMean.logLoss ?? null,
    })
    .returning('version')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('mastery_model')
    .set({ layer_weights: isUsed ? weights : null, layer_version: isUsed ? version : null })
    .execute();
  return version;
}

export async function deleteOldLayers(tx: Tx, versionsToKeep: number): Promise<void> {
  await sql`
    DELETE FROM mastery_layers WHERE version <= (SELECT max(version) FROM mastery_layers) - ${versionsToKeep}`.execute(
    tx,
  );
}
