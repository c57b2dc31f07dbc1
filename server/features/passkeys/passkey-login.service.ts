import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { loginByPasskey } from '../../../contract/passkeys.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';
import { charge, type Limit } from '../../http/throttle.ts';
import { admit } from '../accounts/accounts.service.ts';
import type { Caller } from '../accounts/known-logins.ts';
import { readAccount } from '../accounts/ways-in.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { CHALLENGE_MS, openChallenge, useChallenge } from './challenges.ts';
import { countUse, findPasskeyByCredential } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';

const WINDOW_MS = 15 * MINUTE_MS;
/** Every opened login page asks for one, and a class of students has one address. */
const challenges: Limit = { bucket: 'passkey-challenge', max: 600, windowMs: WINDOW_MS };
const failures: Limit = { bucket: 'passkey-login', max: 100, windowMs: WINDOW_MS };

const refused = () =>
  new AppError('invalid_credentials', 'Não reconhecemos esta chave de acesso. Entre com sua senha ou crie outra.');

/** The same for everybody: which keys there are is known to the device alone. */
export async function beginLogin(deps: Deps, party: RelyingParty, caller: Caller) {
  await charge(deps, challenges, caller.network);
  const { challengeId, challenge } = await openChallenge(deps, party, null);
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
 * A key that was used with a finger, a face or a PIN is two factors in one: nothing else is asked. From there on the
 * rules of the password login hold, to the letter.
 */
export async function finishLogin(
  deps: Deps,
  party: RelyingParty,
  { challengeId, credential }: BodyOf<typeof loginByPasskey>,
  caller: Caller,
) {
  const counted = await charge(deps, failures, caller.network);
  const expectedChallenge = await useChallenge(deps, party, challengeId, null);
  const passkey = await findPasskeyByCredential(deps.db, credential.id);
  const owner = passkey && (await readAccount(deps.db, passkey.userId));
  if (!passkey || !owner || passkey.host !== party.host) throw refused();
  // The key says itself whose it is; a credential that was copied under another account's name opens neither.
  if (credential.response.userHandle !== userHandle(owner.id).toString('base64url')) throw refused();
  const counter = await verified(party, expectedChallenge, credential, passkey);
  if (counter === null) throw refused();
  if (!(await countUse(deps.db, passkey.id, counter, deps.clock.now()))) {
    // Two keys with one counter: one of them is a copy.
    await recordAudit(deps.db, {
      at: deps.clock.now(),
      actorId: owner.id,
      action: 'user.passkey_counter_refused',
      subject: `user:${owner.id}`,
      details: { passkey: passkey.id },
    });
    throw refused();
  }
  await counted.refund();
  return admit(deps, owner, caller, 'passkey');
}

/** What a key keeps as its owner: the account's id, which means nothing elsewhere. */
export const userHandle = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex');

/** The counter of a good answer; null for anything else, whatever is wrong with it. */
async function verified(
  party: RelyingParty,
  expectedChallenge: string,
  credential: BodyOf<typeof loginByPasskey>['credential'],
  passkey: { publicKey: Buffer },
): Promise<number | null> {
  const { userHandle: handle, ...response } = credential.response;
  try {
    const { verified: good, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...response, ...(handle ? { userHandle: handle } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.host,
      requireUserVerification: true,
      // The counter is compared where it is written, so that two answers at once cannot both pass.
      credential: { id: credential.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    });
    return good ? authenticationInfo.newCounter : null;
  } catch {
    // The package throws for every broken or foreign answer; the reason is nobody's but the sender's.
    return null;
  }
}
