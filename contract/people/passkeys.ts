import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { PASSKEY_NAME_MAX } from '#contract/limits.ts';
import { instant, requiredText, text, userId } from '#contract/shapes.ts';
import { currentPassword, sessionUser } from './accounts.ts';

/** Bytes as browsers hand them over; an attestation with certificates is some kilobytes. */
const encoded = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]+$/));
const credentialId = z.string().check(z.maxLength(1400), z.regex(/^[\w-]+$/));

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const known = z.array(
  z.object({ id: credentialId, type: z.literal('public-key'), transports: z.optional(z.array(z.string())) }),
);

/** A challenge of ours, signed by a key. */
export const signedChallenge = z.object({
  challengeId: userId,
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: z.optional(encoded),
    }),
  }),
});

export const passkeyName = requiredText(PASSKEY_NAME_MAX, 'Dê um nome à chave.');

/** For the form of a new passkey: without a name it gets the name of the browser. */
export const newPasskeyName = z.object({ name: text(PASSKEY_NAME_MAX) });

const passkey = z.object({
  id: userId,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
  /** False: created for another address of the product, and usable only there. */
  worksHere: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/passkeys/login/options',
  access: 'public',
  errors: ['passkeys_unavailable'],
  summary: 'What a browser signs to log in by a passkey; serves once, for five minutes.',
  response: z.object({
    challengeId: userId,
    options: z.object({
      challenge: z.string(),
      rpId: z.string(),
      timeout: z.number(),
      userVerification: z.literal('required'),
    }),
  }),
});

export const loginByPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/login',
  access: 'public',
  errors: [
    'passkeys_unavailable',
    'challenge_expired',
    'invalid_credentials',
    'payment_required',
    'awaiting_approval',
    'blocked',
  ],
  summary: 'Opens a session by a signed challenge. Answers like the login by password.',
  body: signedChallenge,
  response: sessionUser,
});

export const beginPasskeyProof = endpoint({
  method: 'POST',
  path: '/api/session/proof/options',
  access: 'signedIn',
  errors: ['passkeys_unavailable'],
  summary: 'What a browser signs to prove by a passkey who holds the session; serves once, for five minutes.',
  response: z.object({
    challengeId: userId,
    options: z.object({
      challenge: z.string(),
      rpId: z.string(),
      timeout: z.number(),
      userVerification: z.literal('required'),
      allowCredentials: known,
    }),
  }),
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  access: 'signedIn',
  summary: "One's passkeys, the oldest first, and whether the account has a password.",
  response: z.object({ passkeys: z.array(passkey), hasPassword: z.boolean() }),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/options',
  access: 'signedIn',
  // A session alone may not add a login method: on a borrowed phone it would leave a key behind.
  freshProof: true,
  errors: ['passkeys_unavailable', 'too_many_passkeys'],
  summary: 'What a browser makes a new passkey for; serves once, for five minutes.',
  response: z.object({
    challengeId: userId,
    options: z.object({
      rp: z.object({ name: z.string(), id: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
      timeout: z.number(),
      excludeCredentials: known,
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    }),
  }),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  access: 'signedIn',
  errors: ['passkeys_unavailable', 'challenge_expired', 'passkey_exists', 'too_many_passkeys'],
  summary: 'Adds a passkey that the browser has made. Without a name it is called by the browser.',
  body: z.object({
    challengeId: userId,
    name: z.optional(passkeyName),
    credential: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: encoded,
        attestationObject: encoded,
        transports: z.optional(z.array(text(30)).check(z.maxLength(10))),
      }),
    }),
  }),
  response: passkey,
});

const params = z.object({ id: userId });

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/passkeys/:id',
  access: 'signedIn',
  summary: 'Gives one of the own passkeys another name.',
  params,
  body: z.object({ name: passkeyName }),
  response: passkey,
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/:id',
  access: 'signedIn',
  errors: ['last_way_in'],
  summary: 'Removes one of the own passkeys; the last one only from an account that has a password.',
  params,
});

export const removePassword = endpoint({
  method: 'POST',
  path: '/api/profile/password/remove',
  access: 'signedIn',
  errors: ['passkeys_unavailable', 'wrong_password', 'last_way_in'],
  summary: 'Takes the password away from an account with a passkey and ends all other sessions.',
  body: z.object({ currentPassword }),
});
