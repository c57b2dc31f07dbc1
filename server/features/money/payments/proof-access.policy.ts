import type { Role } from '#contract/platform/users.ts';

/**
 * What the holder of the cookie may see of a payment's proofs. Registration, login and the link of an e-mail prove
 * whose payment it is: all. An upload proves only that one knows the code, which anybody with the e-mail address can
 * ask for: what one sent oneself.
 */
export type ProofGrant = 'all' | readonly number[];
export type PaymentGrant = { paymentCode: string; proofs: ProofGrant };

/** Who asks: by session, by payment cookie, by both, or by neither. */
export type Visitor = { user: { id: string; role: Role } | null; grant: PaymentGrant | null };

type Payment = { paymentCode: string; userId: string | null };

const isOwner = (payment: Payment, { user }: Visitor) => user !== null && user.id === payment.userId;

/** Proven to be the student, by the session or by a link from the student's mailbox. */
export const isProvenStudent = (payment: Payment, visitor: Visitor): boolean =>
  isOwner(payment, visitor) || (visitor.grant?.paymentCode === payment.paymentCode && visitor.grant.proofs === 'all');

export function maySeeProof(proof: Payment & { id: number }, visitor: Visitor): boolean {
  const isOffice = visitor.user?.role === 'admin' || visitor.user?.role === 'secretary';
  if (isOffice || isProvenStudent(proof, visitor)) return true;
  return hasProofCookie(proof, visitor, proof.id);
}

/**
 * The reason may quote what a proof shows. Besides the holder, only a sender of every stored proof may read it. The
 * sender of some of the proofs, and a caller who only knows the code, may not.
 */
export const mayKnowReason = (payment: Payment, proofIds: readonly number[], visitor: Visitor): boolean =>
  isProvenStudent(payment, visitor) ||
  (proofIds.length > 0 && proofIds.every((id) => hasProofCookie(payment, visitor, id)));

/** The code is compared as well: another payer's cookie is as genuine as one's own. */
const hasProofCookie = ({ paymentCode }: Payment, { grant }: Visitor, id: number): boolean =>
  grant?.paymentCode === paymentCode && grant.proofs !== 'all' && grant.proofs.includes(id);
