import { createHash, createHmac, randomUUID } from 'node:crypto';
import { PROOFS_IN_ALL_MAX, PROOFS_PER_SENDER_MAX } from '#contract/limits.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { claimStored, storeUnclaimed } from '#server/files/file-records.ts';
import { AppError, asUnavailable, notFound, requireFound } from '#server/http/errors.ts';
import { networkOf } from '#server/http/networks.ts';
import { charge } from '#server/http/throttle.ts';
import { move } from './payments.policy.ts';
import { findByTypedCode, paymentNotFound } from './payments.service.ts';
import { countDecisions, lockPayment, markByHolder, markProof, type PaymentRow } from './payments.store.ts';
import { isProvenStudent, maySeeProof, type Visitor } from './proof-access.policy.ts';
import { inspectProof } from './proof-content.ts';
import { type ProofSender, refusalOfProof } from './proof-limits.policy.ts';
import { noteProofView } from './proof-records.service.ts';
import { findProof, insertProof, listKnownProofs, markFromStudent, type NewProof } from './proofs.store.ts';
import { stateConflict, takeStep } from './transitions.ts';
import { readLater } from './triage/triage.service.ts';

/** A payment that still takes a proof: checked before a file is read, and again when it is stored. */
export async function findPaymentForProof(deps: Deps, typedCode: string): Promise<PaymentRow> {
  const payment = await findByTypedCode(deps.db, typedCode);
  if (move(payment.status, 'send_proof') === 'refused') throw stateConflict(payment.status);
  return payment;
}

/** A notice without a file, from anyone who knows the code. */
export async function announcePayment(deps: Deps, typedCode: string, visitor: Visitor): Promise<PaymentRow> {
  const found = await findPaymentForProof(deps, typedCode);
  const byHolder = isProvenStudent(found, visitor);
  return transact(deps, async (tx) => {
    const payment = await lockForProof(tx, found.id);
    if (payment.status !== 'analyzing') {
      return takeStep(deps, tx, payment, { do: 'send_proof', proofUploadedAt: null, byHolder });
    }
    return byHolder && payment.analysisByHolder === false ? markByHolder(tx, payment) : payment;
  });
}

type Received = { payment: PaymentRow; proofId: number };

/** Who sends a proof. Upload cookies are ignored here: a sender could delete one to look new. */
export function senderOf({ config }: Deps, payment: PaymentRow, visitor: Visitor, address: string): ProofSender {
  if (isProvenStudent(payment, visitor)) return { isHolder: true, hash: null };
  const hash = createHmac('sha256', config.sessionSecret).update(`proof-sender:${payment.id}:${networkOf(address)}`);
  return { isHolder: false, hash: hash.digest() };
}

/** Stores a proof, then gives it its row and moves the payment, in one transaction. The same file again is the same. */
export async function receiveProof(
  deps: Deps,
  found: PaymentRow,
  content: Buffer,
  sender: ProofSender,
): Promise<Received> {
  const tries = `${found.paymentCode}:${sender.hash?.toString('hex') ?? 'holder'}`;
  await charge(deps, { bucket: 'proof', max: 30, windowMs: HOUR_MS }, tries);
  if (content.length === 0) throw new AppError('bad_request', 'O arquivo está vazio. Escolha outro.');
  const sha256 = createHash('sha256').update(content).digest();
  const earlier = await findSame(deps.db, found, sha256, sender);
  if (earlier.proofId !== undefined) return reuseProof(deps, found.id, earlier.proofId, sender);

  const { type, preview } = await inspectProof(content);
  const directory = `proofs/${randomUUID()}`;
  const fileKey = `${directory}/original`;
  const previewKey = preview && `${directory}/preview.webp`;
  const files = [{ key: fileKey, content }, ...(preview && previewKey ? [{ key: previewKey, content: preview }] : [])];
  const stored = await storeUnclaimed(deps, files).catch(
    asUnavailable('Não conseguimos guardar o comprovante agora. Tente de novo em instantes.'),
  );
  try {
    const proof = { paymentId: found.id, sha256, type, size: content.length, fileKey, previewKey, sender };
    const received = await transact(deps, (tx) => addProof(deps, tx, proof, stored.keys));
    // Lost the race to a concurrent upload of the same file.
    if (!received.isNew) await stored.discard();
    return received;
  } catch (error) {
    await stored.discard();
    throw error;
  }
}

/** The proof that is the same file; else the round in which a new one comes, if there is a place for it. */
async function findSame(
  db: Db | Tx,
  payment: PaymentRow,
  sha256: Buffer,
  sender: ProofSender,
): Promise<{ proofId: number } | { proofId: undefined; round: number }> {
  const known = await listKnownProofs(db, payment.id);
  const same = known.find((proof) => proof.sha256.equals(sha256));
  if (same) return { proofId: same.id };
  const round = await countDecisions(db, payment.id);
  const refusal = refusalOfProof(known, sender, round);
  if (refusal) throw new AppError('too_many_proofs', refusals[refusal], { status: payment.status });
  return { proofId: undefined, round };
}

const refusals = {
  sender: `Você já enviou ${PROOFS_PER_SENDER_MAX} comprovantes. Aguarde a análise ou fale com o suporte.`,
  strangers:
    'Este pagamento já recebeu muitos comprovantes. Entre com seu usuário e sua senha, ou abra o link do e-mail, e envie de novo.',
  all: `Este pagamento já tem ${PROOFS_IN_ALL_MAX} comprovantes. Fale com o suporte.`,
};

async function addProof(
  deps: Deps,
  tx: Tx,
  proof: Omit<NewProof, 'now' | 'round'>,
  keys: string[],
): Promise<Received & { isNew: boolean }> {
  const payment = await lockForProof(tx, proof.paymentId);
  const same = await findSame(tx, payment, proof.sha256, proof.sender);
  if (same.proofId !== undefined) {
    if (proof.sender.isHolder) await markFromStudent(tx, same.proofId);
    return { payment: await backToAnalysis(deps, tx, payment, proof.sender), proofId: same.proofId, isNew: false };
  }
  await claimStored(tx, keys);
  const proofId = await insertProof(tx, { ...proof, round: same.round, now: deps.clock.now() });
  if (proof.type === 'application/pdf') await readLater(deps, tx, proofId);
  return { payment: await backToAnalysis(deps, tx, payment, proof.sender), proofId, isNew: true };
}

/** A file that is there already: unchanged while in analysis, a new attempt after a rejection. */
async function reuseProof(deps: Deps, paymentId: number, proofId: number, sender: ProofSender): Promise<Received> {
  const payment = await transact(deps, async (tx) => {
    const locked = await lockForProof(tx, paymentId);
    if (sender.isHolder) await markFromStudent(tx, proofId);
    if (locked.status !== 'analyzing') return backToAnalysis(deps, tx, locked, sender);
    return sender.isHolder ? markByHolder(tx, locked) : locked;
  });
  return { payment, proofId };
}

async function backToAnalysis(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { isHolder: byHolder }: ProofSender,
): Promise<PaymentRow> {
  const now = deps.clock.now();
  if (payment.status === 'analyzing') return markProof(tx, payment, { now, byHolder });
  return takeStep(deps, tx, payment, { do: 'send_proof', proofUploadedAt: now, byHolder });
}

async function lockForProof(tx: Tx, id: number): Promise<PaymentRow> {
  const payment = await requireFound(lockPayment(tx, id), paymentNotFound);
  if (move(payment.status, 'send_proof') === 'refused') throw stateConflict(payment.status);
  return payment;
}

/** A stored proof for an administrator, its student, or the browser that sent it. Others get a 404. */
export async function openProof(deps: Deps, id: number, kind: 'original' | 'preview', viewer: Visitor) {
  const proof = await findProof(deps.db, id);
  if (!proof || !maySeeProof(proof, viewer)) throw notFound('Comprovante não encontrado.');
  const key = kind === 'original' ? proof.fileKey : proof.previewKey;
  const file = key && (await deps.files.read(key));
  if (!file) throw notFound('Comprovante não encontrado.');
  if (viewer.user && viewer.user.id !== proof.userId) await noteProofView(deps, proof.id, viewer.user.id);
  return { ...file, type: kind === 'original' ? proof.type : 'image/webp', name: `comprovante-${proof.paymentCode}` };
}
