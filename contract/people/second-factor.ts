import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { CODE_MAX, PASSWORD_MAX } from '#contract/limits.ts';
import { instant, requiredText } from '#contract/shapes.ts';
import { currentPassword, sessionUser } from './accounts.ts';
import { signedChallenge } from './passkeys.ts';

/** Digits of an authenticator app, or one of the recovery codes; spaces and hyphens do not count. */
const code = requiredText(CODE_MAX, 'Digite o código.');
const ticket = requiredText(200);

const newSecret = z.object({
  /** For typing it in, in base32. */
  secret: z.string(),
  /** The content of the QR code. */
  uri: z.string(),
});

const recoveryCodes = z.array(z.string());

export const completeLogin = endpoint({
  method: 'POST',
  path: '/api/login/second-factor',
  access: 'public',
  errors: ['ticket_expired', 'wrong_code', 'payment_required', 'awaiting_approval', 'blocked'],
  summary: 'Opens the session after `second_factor_required`, by its ticket and a code or recovery code.',
  body: z.object({ ticket, code }),
  response: sessionUser,
});

export const beginLoginSetUp = endpoint({
  method: 'POST',
  path: '/api/login/second-factor/set-up',
  access: 'public',
  errors: ['ticket_expired', 'payment_required', 'awaiting_approval', 'blocked'],
  summary:
    'A secret for the authenticator app of somebody who may not enter without one. The same again when repeated.',
  body: z.object({ ticket }),
  response: newSecret,
});

export const confirmLoginSetUp = endpoint({
  method: 'POST',
  path: '/api/login/second-factor/confirm',
  access: 'public',
  errors: ['ticket_expired', 'wrong_code', 'state_conflict', 'payment_required', 'awaiting_approval', 'blocked'],
  summary: 'Turns the second factor on by its first code and opens the session.',
  body: z.object({ ticket, code }),
  response: z.object({ user: sessionUser, recoveryCodes }),
});

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/second-factor',
  access: 'signedIn',
  summary: "Whether the caller's second factor is on, whether it has to be, and how many recovery codes are left.",
  response: z.object({
    enabledAt: z.nullable(instant),
    required: z.boolean(),
    recoveryCodesLeft: z.number(),
  }),
});

export const beginSetUp = endpoint({
  method: 'POST',
  path: '/api/second-factor/set-up',
  access: 'signedIn',
  freshProof: true,
  errors: ['wrong_code'],
  summary: 'A secret for an authenticator app. Where one is on already, `code` is one of it.',
  body: z.object({ code: z.optional(code) }),
  response: z.object({ ticket: z.string(), ...newSecret.shape }),
});

export const confirmSetUp = endpoint({
  method: 'POST',
  path: '/api/second-factor/confirm',
  access: 'signedIn',
  errors: ['ticket_expired', 'wrong_code', 'state_conflict'],
  summary: 'Turns the second factor on by the first code of the app; answers the recovery codes, this once.',
  body: z.object({ ticket, code }),
  response: z.object({ recoveryCodes }),
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  access: 'signedIn',
  errors: ['wrong_code', 'state_conflict'],
  summary: 'New recovery codes, shown this once; the old ones end.',
  body: z.object({ code }),
  response: z.object({ recoveryCodes }),
});

export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/off',
  access: 'signedIn',
  errors: ['wrong_password', 'wrong_code', 'state_conflict', 'fresh_proof_required'],
  summary: 'Turns the second factor off, by password and code; without a password, by a fresh proof.',
  body: z.object({ currentPassword: z.optional(currentPassword), code: z.optional(code) }),
});

export const proveSelf = endpoint({
  method: 'POST',
  path: '/api/session/proof',
  access: 'signedIn',
  errors: [
    'wrong_password',
    'wrong_code',
    'wrong_passkey',
    'passkeys_unavailable',
    'challenge_expired',
    'state_conflict',
  ],
  summary:
    'A fresh proof of who one is: it holds 15 minutes for the calls that ask for one. By passkey or code; by password only without a second factor.',
  body: z.union([
    z.object({ password: requiredText(PASSWORD_MAX, 'Digite sua senha.') }),
    z.object({ code }),
    z.object({ passkey: signedChallenge }),
  ]),
});

export const requireProof = endpoint({
  method: 'POST',
  path: '/api/session/proof/required',
  access: 'signedIn',
  freshProof: true,
  summary: 'Asks for a fresh proof and nothing else: before a download, whose refusal no browser could show.',
});
