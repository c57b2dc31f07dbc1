import { createHash, randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { claimStored, releaseStored, storeUnclaimed } from '#server/files/file-records.ts';
import { isOffice } from '#server/http/access.ts';
import { AppError, asUnavailable, notFound, requireFound, unauthorized } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { runEach } from '#server/jobs/each.ts';
import { readAdminView } from './decisions.service.ts';
import { findByTypedCode, paymentNotFound } from './payments.service.ts';
import { lockAdminAndPayer, lockPayment, type PaymentRow } from './payments.store.ts';
import { inspectProof } from './proof-content.ts';
import {
  findRefundFile,
  listOldRefundFiles,
  lockRefundFile,
  saveRefundFile,
  takeRefundFile,
} from './refund-files.store.ts';
import { stateConflict } from './transitions.ts';

const BATCH = 500;

/** A refund that was carried out: before a file is read, and again when it is stored. */
export async function findRefunded(deps: Deps, typedCode: string): Promise<PaymentRow> {
  const payment = await findByTypedCode(deps.db, typedCode);
  if (payment.status !== 'refunded') throw stateConflict(payment.status);
  return payment;
}

/** Keeps the bank's paper of a refund. The same file again is the same; another one takes its place. */
export async function attachRefundFile(deps: Deps, admin: { id: string }, found: PaymentRow, content: Buffer) {
  if (content.length === 0) throw new AppError('bad_request', 'O arquivo está vazio. Escolha outro.');
  const { type } = await inspectProof(content);
  const sha256 = createHash('sha256').update(content).digest();
  const fileKey = `refunds/${randomUUID()}/original`;
  const stored = await storeUnclaimed(deps, [{ key: fileKey, content }]).catch(
    asUnavailable('Não conseguimos guardar o arquivo agora. Tente de novo em instantes.'),
  );
  try {
    const isNew = await transact(deps, async (tx) => {
      if (!(await lockAdminAndPayer(tx, admin.id, found.userId))) throw unauthorized();
      const payment = await requireFound(lockPayment(tx, found.id), paymentNotFound);
      const known = payment.status === 'refunded' ? await lockRefundFile(tx, payment.id) : undefined;
      if (!known) throw stateConflict(payment.status);
      if (known.fileKey && known.sha256?.equals(sha256)) return false;
      await claimStored(tx, stored.keys);
      await saveRefundFile(tx, payment.id, { fileKey, type, sha256 });
      const at = deps.clock.now();
      if (known.fileKey) await releaseStored(tx, [known.fileKey], at);
      await recordAudit(tx, {
        at,
        actorId: admin.id,
        action: 'payment.refund_file_kept',
        subject: `payment:${payment.id}`,
      });
      return true;
    });
    if (!isNew) await stored.discard();
  } catch (error) {
    await stored.discard();
    throw error;
  }
  return readAdminView(deps, found.id);
}

const fileNotFound = () => notFound('Arquivo não encontrado.');

/** For the office and the student whose money it was; for others it is not there. */
export async function openRefundFile(deps: Deps, paymentId: number, viewer: Pick<SessionUser, 'id' | 'role'>) {
  const found = await findRefundFile(deps.db, paymentId);
  if (!found?.fileKey || (!isOffice(viewer) && found.studentId !== viewer.id)) throw fileNotFound();
  const file = await requireFound(deps.files.read(found.fileKey), fileNotFound);
  return { ...file, type: found.type ?? 'application/octet-stream', name: `reembolso-${found.paymentCode}` };
}

/** A refund loses its file, which the sweep removes; long ago: at its next round. */
export async function releaseRefundFile(tx: Tx, paymentId: number, at: Date): Promise<void> {
  await releaseStored(tx, await takeRefundFile(tx, paymentId), at);
}

/** Lets go of the papers of refunds that were carried out long ago; what was paid stays written. */
export async function releaseOldRefundFiles(deps: Deps, recordedBefore: Date): Promise<number> {
  const { done } = await runEach(deps, {
    work: 'retention/refund-files',
    limit: BATCH,
    list: (pausing, limit) => listOldRefundFiles(deps.db, { recordedBefore, pausing, limit }),
    idOf: (id) => id,
    run: (id) => transact(deps, (tx) => releaseRefundFile(tx, id, deps.clock.now())),
  });
  return done;
}
