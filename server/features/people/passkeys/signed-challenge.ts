import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type * as z from 'zod/mini';
import type { signedChallenge } from '#contract/people/passkeys.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { countUse, findPasskeyByCredential } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';

type Credential = z.output<typeof signedChallenge>['credential'];

/** The user handle stored in a passkey: the account id, which is meaningless elsewhere. */
export const userHandle = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex');

/** Whose key has signed the challenge, which is used up already; null for anything else, whatever is wrong with it. */
export async function signerOf(
  deps: Deps,
  party: RelyingParty,
  expectedChallenge: string,
  credential: Credential,
): Promise<string | null> {
  const passkey = await findPasskeyByCredential(deps.db, credential.id);
  if (!passkey || passkey.host !== party.host) return null;
  // The key names its user; a credential copied under another account's name opens neither. If the browser got
  // a list of allowed keys, it may omit the user handle.
  const handle = credential.response.userHandle;
  if (handle !== undefined && handle !== userHandle(passkey.userId).toString('base64url')) return null;
  const counter = await counterOf(party, expectedChallenge, credential, passkey);
  if (counter === null) return null;
  if (await countUse(deps.db, passkey.id, counter, deps.clock.now())) return passkey.userId;
  // Two keys with one counter: one of them is a copy.
  await recordAudit(deps.db, {
    at: deps.clock.now(),
    actorId: passkey.userId,
    action: 'user.passkey_counter_refused',
    subject: `user:${passkey.userId}`,
    details: { passkey: passkey.id },
  });
  return null;
}

async function counterOf(
  party: RelyingParty,
  expectedChallenge: string,
  credential: Credential,
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
    // The package throws for every malformed or foreign answer. The reason is not reported.
    return null;
  }
}
