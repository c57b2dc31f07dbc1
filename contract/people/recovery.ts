import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { EMAIL_MAX, PASSWORD_MAX } from '#contract/limits.ts';
import { email, requiredText, text } from '#contract/shapes.ts';
import { newPassword } from './accounts.ts';

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/password/forgot',
  access: 'public',
  summary: 'Sends a reset link when the address is known; answers the same when it is not.',
  body: z.object({ email }),
});

export const checkResetLink = endpoint({
  method: 'POST',
  path: '/api/password/reset/check',
  access: 'public',
  summary: 'Whether the link of an e-mail still sets a password, and nothing else about it; it is not used up.',
  body: z.object({ token: requiredText(200) }),
  response: z.object({ usable: z.boolean() }),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password/reset',
  access: 'public',
  errors: ['link_expired', 'common_password'],
  summary: 'Sets a new password by the link of an e-mail, once.',
  body: z.object({ token: requiredText(200), password: newPassword }),
});

const ownText = z.optional(text(EMAIL_MAX));

export const checkPassword = endpoint({
  method: 'POST',
  path: '/api/password/check',
  access: 'public',
  summary:
    'Whether a password is among the most used, or repeats the name or e-mail given with it or of the session. Nothing is stored.',
  body: z.object({
    password: requiredText(PASSWORD_MAX),
    username: ownText,
    email: ownText,
    firstName: ownText,
    lastName: ownText,
  }),
  response: z.object({ common: z.boolean() }),
});

export const disownChange = endpoint({
  method: 'POST',
  path: '/api/account/not-me',
  access: 'public',
  errors: ['link_expired', 'email_taken'],
  summary:
    'By the link of the newest letter, once: ends sessions and password, restores a changed e-mail, and sends a reset link to the address of the account.',
  body: z.object({ token: requiredText(200) }),
  response: z.object({ emailRestored: z.boolean() }),
});
