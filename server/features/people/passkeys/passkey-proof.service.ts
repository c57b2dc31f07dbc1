import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type * as z from 'zod/mini';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import type { signedChallenge } from '#contract/people/passkeys.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { charge, type Limit } from '#server/http/throttle.ts';
import { CHALLENGE_MS, openChallenge, useChallenge } from './challenges.ts';
import { listPasskeysOf } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';
import { signerOf } from './signed-challenge.ts';

const asked: Limit = { bucket: 'passkey-proof', max: 60, windowMs: HOUR_MS };

/** Options for a fresh proof of identity, with one of the account's passkeys. */
export async function beginProof(deps: Deps, party: RelyingParty, self: SessionUser) {
  await charge(deps, asked, self.id);
  const passkeys = await listPasskeysOf(deps.db, self.id, PASSKEYS_MAX);
  const own = passkeys.filter(({ host }) => host === party.host);
  if (own.length === 0) {
    throw new AppError('passkeys_unavailable', 'Sua conta não tem chave de acesso que funcione neste endereço.');
  }
  const { challengeId, challenge } = await openChallenge(deps, party, { proves: self.id });
  const options = await generateAuthenticationOptions({
    rpID: party.host,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
  return {
    challengeId,
    options: {
      challenge: options.challenge,
      rpId: party.host,
      timeout: CHALLENGE_MS,
      userVerification: 'required' as const,
      allowCredentials: own.map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key' as const,
        transports,
      })),
    },
  };
}

export async function proveByPasskey(
  deps: Deps,
  sessions: ReturnType<typeof createSessions>,
  party: RelyingParty,
  self: SessionUser,
  { challengeId, credential }: z.output<typeof signedChallenge>,
): Promise<void> {
  const expectedChallenge = await useChallenge(deps, party, challengeId, { proves: self.id });
  // Another user's key proves nothing about this one.
  if ((await signerOf(deps, party, expectedChallenge, credential)) !== self.id) {
    throw new AppError(
      'wrong_passkey',
      'Não reconhecemos esta chave de acesso. Tente outra ou confirme de outro jeito.',
    );
  }
  await sessions.prove(self);
}
