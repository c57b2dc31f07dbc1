import { randomBytes, randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Expired } from '#server/feature.ts';
import { AppError } from '#server/http/errors.ts';
import { deleteExpiredChallenges, insertChallenge, type Purpose, takeChallenge } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';

export const CHALLENGE_MS = 5 * MINUTE_MS;

export const challengeExpired = () =>
  new AppError('challenge_expired', 'O pedido venceu ou já foi usado. Tente de novo.');

/** Stores a challenge until it is used: earlier signatures and signatures for another purpose are worthless. */
export async function openChallenge(deps: Deps, party: RelyingParty, purpose: Purpose) {
  const challenge = randomBytes(32);
  const challengeId = randomUUID();
  await insertChallenge(deps.db, {
    id: challengeId,
    challenge,
    purpose,
    host: party.host,
    expiresAt: new Date(deps.clock.now().getTime() + CHALLENGE_MS),
  });
  return { challengeId, challenge };
}

/** Consumes a challenge, whatever the outcome; returns it encoded as the browser sends it. */
export async function useChallenge(deps: Deps, party: RelyingParty, id: string, purpose: Purpose) {
  const taken = await takeChallenge(deps.db, id, purpose, deps.clock.now());
  if (taken?.host !== party.host) throw challengeExpired();
  return taken.challenge.toString('base64url');
}

export const expiredChallenges = ({ db, clock }: Deps): Expired => ({
  challenges: (limit) => deleteExpiredChallenges(db, clock.now(), limit),
});
