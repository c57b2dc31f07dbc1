import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { BodyOf } from '#contract/endpoint.ts';
import type { loginByPasskey } from '#contract/people/passkeys.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { admit } from '#server/features/people/accounts/accounts.service.ts';
import type { Caller } from '#server/features/people/accounts/known-logins.ts';
import { readAccount } from '#server/features/people/accounts/ways-in.service.ts';
import { AppError } from '#server/http/errors.ts';
import { charge, type Limit } from '#server/http/throttle.ts';
import { CHALLENGE_MS, openChallenge, useChallenge } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { signerOf } from './signed-challenge.ts';

const WINDOW_MS = 15 * MINUTE_MS;
/** Every opened login page asks for one, and a class of students has one address. */
const challenges: Limit = { bucket: 'passkey-challenge', max: 600, windowMs: WINDOW_MS };
const failures: Limit = { bucket: 'passkey-login', max: 100, windowMs: WINDOW_MS };

const refused = () =>
  new AppError('invalid_credentials', 'Não reconhecemos esta chave de acesso. Entre com sua senha ou crie outra.');

/** The same options for every user: only the device knows which keys exist. */
export async function beginLogin(deps: Deps, party: RelyingParty, caller: Caller) {
  await charge(deps, challenges, caller.network);
  const { challengeId, challenge } = await openChallenge(deps, party, 'login');
  const options = await generateAuthenticationOptions({
    rpID: party.host,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
  const { rpId = party.host, timeout = CHALLENGE_MS } = options;
  return {
    challengeId,
    options: { challenge: options.challenge, rpId, timeout, userVerification: 'required' as const },
  };
}

/**
 * A passkey used with a finger, a face or a PIN counts as two factors: no other is asked. After that the rules of the
 * password login apply unchanged.
 */
export async function finishLogin(
  deps: Deps,
  party: RelyingParty,
  { challengeId, credential }: BodyOf<typeof loginByPasskey>,
  caller: Caller,
) {
  const counted = await charge(deps, failures, caller.network);
  const expectedChallenge = await useChallenge(deps, party, challengeId, 'login');
  // There is no username: the passkey must name its user.
  const signer =
    credential.response.userHandle === undefined ? null : await signerOf(deps, party, expectedChallenge, credential);
  const owner = signer && (await readAccount(deps.db, signer));
  if (!owner) throw refused();
  await counted.refund();
  return admit(deps, owner, caller, 'passkey');
}
