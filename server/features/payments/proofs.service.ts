import { createHash, randomUUID } from 'node:crypto';
import { PROOFS_MAX } from '../../../contract/limits.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../http/errors.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { charge } from '../../http/throttle.ts';
import type { PaymentGrant } from './payment-cookie.ts';
import { move } from './payments.policy.ts';
import { findByTypedCode, paymentNotFound } from './payments.service.ts';
import { lockPayment, markProof, type PaymentRow } from './payments.store.ts';
import { inspectProof } from './proof-content.ts';
import { claimStored, storeUnclaimed } from './proof-files.ts';
import { noteProofView } from './proof-records.ts';
import { findProof, insertProof, listProofHashes, type NewProof } from './proofs.store.ts';
import { stateConflict, takeStep } from './transitions.ts';

const HOUR_MS = 60 * 60_000;

/** A payment that still takes a proof: checked before a file is read, and again when it is stored. */
export async function findPaymentForProof(deps: Deps, typedCode: string): Promise<PaymentRow> {
  const payment = await findByTypedCode(deps.db, typedCode);
  if (move(payment.status, 'analyzing') === 'refused') throw stateConflict(payment.status);
  return payment;
}

/** The student says that they have paid, without a file. */
export async function announcePayment(deps: Deps, typedCode: string): Promise<PaymentRow> {
  const { id } = await findPaymentForProof(deps, typedCode);
  return deps.db.transaction().execute(async (tx) => {
    const payment = await lockForProof(tx, id);
    if (payment.status === 'analyzing') return payment;
    return takeStep(deps, tx, payment, { to: 'analyzing', proofUploadedAt: null });
  });
}

type Received = { payment: PaymentRow; proofId: number };

/** Stores a proof, then gives it its row and moves the payment, in one transaction. The same file again is the same. */
export async function receiveProof(deps: Deps, found: PaymentRow, content: Buffer): Promise<Received> {
  await charge(deps, { bucket: 'proof', max: 30, windowMs: HOUR_MS }, found.paymentCode);
  if (content.length === 0) throw new AppError('bad_request', 'O arquivo está vazio. Escolha outro.');
  const sha256 = createHash('sha256').update(content).digest();
  const earlier = await findSame(deps, found, sha256);
  if (earlier) return keepEarlier(deps, found.id, earlier);

  const { type, preview } = await inspectProof(content);
  const directory = `proofs/${randomUUID()}`;
  const fileKey = `${directory}/original`;
  const previewKey = preview && `${directory}/preview.webp`;
  const files = [{ key: fileKey, content }, ...(preview && previewKey ? [{ key: previewKey, content: preview }] : [])];
  const stored = await storeUnclaimed(
    deps,
    files,
    'Não conseguimos guardar o comprovante agora. Tente de novo em instantes.',
  );
  try {
    const proof = { paymentId: found.id, sha256, type, size: content.length, fileKey, previewKey };
    const received = await deps.db.transaction().execute((tx) => addProof(deps, tx, proof, stored.keys));
    // Somebody sent the same file at the same moment and was first.
    if (!received.isNew) await stored.discard();
    return received;
  } catch (error) {
    await stored.discard();
    throw error;
  }
}

async function findSame(deps: Deps, payment: PaymentRow, sha256: Buffer): Promise<number | undefined> {
  const known = await listProofHashes(deps.db, payment.id);
  const same = known.find((proof) => proof.sha256.equals(sha256));
  if (!same) refuseSixth(payment, known.length);
  return same?.id;
}

function refuseSixth(payment: PaymentRow, count: number): void {
  if (count < PROOFS_MAX) return;
  throw new AppError(
    'too_many_proofs',
    `Este pagamento já tem ${PROOFS_MAX} comprovantes. Aguarde a análise ou fale com o suporte.`,
    { status: payment.status },
  );
}

async function addProof(
  deps: Deps,
  tx: Tx,
  proof: Omit<NewProof, 'now'>,
  keys: string[],
): Promise<Received & { isNew: boolean }> {
  const payment = await lockForProof(tx, proof.paymentId);
  const known = await listProofHashes(tx, payment.id);
  const same = known.find(({ sha256 }) => sha256.equals(proof.sha256));
  if (same) return { payment: await backToAnalysis(deps, tx, payment), proofId: same.id, isNew: false };
  refuseSixth(payment, known.length);
  await claimStored(tx, keys);
  const proofId = await insertProof(tx, { ...proof, now: deps.clock.now() });
  return { payment: await backToAnalysis(deps, tx, payment), proofId, isNew: true };
}

/** A file that is there already: unchanged while in analysis, a new attempt after a rejection. */
async function keepEarlier(deps: Deps, paymentId: number, proofId: number): Promise<Received> {
  const payment = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockForProof(tx, paymentId);
    return locked.status === 'analyzing' ? locked : backToAnalysis(deps, tx, locked);
  });
  return { payment, proofId };
}

async function backToAnalysis(deps: Deps, tx: Tx, payment: PaymentRow): Promise<PaymentRow> {
  const now = deps.clock.now();
  if (payment.status === 'analyzing') return markProof(tx, payment, now);
  return takeStep(deps, tx, payment, { to: 'analyzing', proofUploadedAt: now });
}

async function lockForProof(tx: Tx, id: number): Promise<PaymentRow> {
  const payment = await lockPayment(tx, id);
  if (!payment) throw paymentNotFound();
  if (move(payment.status, 'analyzing') === 'refused') throw stateConflict(payment.status);
  return payment;
}

/** A stored proof for an administrator, its student, or whoever sent it with this browser; for others it is not there. */
export async function openProof(
  deps: Deps,
  id: number,
  kind: 'original' | 'preview',
  viewer: { user: SessionUser | null; grant: PaymentGrant | null },
) {
  const proof = await findProof(deps.db, id);
  if (!proof || !maySee(proof, viewer)) throw notFound('Comprovante não encontrado.');
  const key = kind === 'original' ? proof.fileKey : proof.previewKey;
  const file = key && (await deps.files.read(key));
  if (!file) throw notFound('Comprovante não encontrado.');
  if (viewer.user && viewer.user.id !== proof.userId) await noteProofView(deps, proof.id, viewer.user.id);
  return { ...file, type: kind === 'original' ? proof.type : 'image/webp', name: `comprovante-${proof.paymentCode}` };
}

function maySee(
  proof: { id: number; userId: string | null; paymentCode: string },
  { user, grant }: { user: SessionUser | null; grant: PaymentGrant | null },
): boolean {
  if (user && (user.role === 'admin' || user.id === proof.userId)) return true;
  if (grant?.paymentCode !== proof.paymentCode) return false;
  return grant.proofs === 'all' || grant.proofs.includes(proof.id);
}
