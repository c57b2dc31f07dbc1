import { PROOFS_IN_ALL_MAX, PROOFS_OF_STRANGERS_MAX, PROOFS_PER_SENDER_MAX } from '#contract/limits.ts';

/** Who sends: the payment's holder, or a stranger, known only by a keyed hash of the network address. */
export type ProofSender = { isHolder: true; hash: null } | { isHolder: false; hash: Buffer };

export type KnownProof = {
  fromHolder: boolean | null;
  sender: Buffer | null;
  /** How many decisions stood when it came. */
  round: number;
};

/**
 * Why one more proof is refused; null when it is accepted. Strangers who know the code share a part of the limit, so
 * that they never use up the holder's part.
 */
export function refusalOfProof(
  known: readonly KnownProof[],
  sender: ProofSender,
  round: number,
): 'sender' | 'strangers' | 'all' | null {
  if (known.length >= PROOFS_IN_ALL_MAX) return sender.isHolder ? 'all' : 'strangers';
  const own = known.filter((proof) => proof.round === round && isFrom(proof, sender));
  if (own.length >= PROOFS_PER_SENDER_MAX) return 'sender';
  const strangers = known.filter((proof) => !proof.fromHolder);
  return !sender.isHolder && strangers.length >= PROOFS_OF_STRANGERS_MAX ? 'strangers' : null;
}

const isFrom = (proof: KnownProof, sender: ProofSender): boolean =>
  sender.isHolder ? proof.fromHolder === true : proof.sender?.equals(sender.hash) === true;
