import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { familyName, personName } from '#contract/names.ts';
import { user } from '#contract/platform/users.ts';
import { email, instant, requiredText, userId } from '#contract/shapes.ts';
import { currentPassword, newPassword } from './accounts.ts';

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/profile',
  access: 'signedIn',
  errors: ['not_found'],
  summary: "Changes the caller's name.",
  body: z.object({ firstName: personName, lastName: familyName }),
  response: user,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/profile/password',
  access: 'signedIn',
  errors: ['wrong_password', 'common_password'],
  summary: "Changes the caller's password and ends all other sessions.",
  body: z.object({ currentPassword, newPassword }),
});

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/profile/email',
  access: 'signedIn',
  errors: ['wrong_password', 'fresh_proof_required'],
  summary: 'Sends a link to the new address; it holds once the link is opened. Without a password, by a fresh proof.',
  body: z.object({ currentPassword: z.optional(currentPassword), email }),
});

export const checkEmailLink = endpoint({
  method: 'POST',
  path: '/api/profile/email/check',
  access: 'public',
  summary: 'Whether the link of an e-mail still confirms an address, and nothing else about it; it is not used up.',
  body: z.object({ token: requiredText(200) }),
  response: z.object({ usable: z.boolean() }),
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/profile/email/confirm',
  access: 'public',
  errors: ['link_expired', 'email_taken'],
  summary: 'Confirms a new address by the link of an e-mail, once.',
  body: z.object({ token: requiredText(200) }),
});

export const getOwnEmail = endpoint({
  method: 'GET',
  path: '/api/profile/email',
  access: 'signedIn',
  summary: "The caller's address, and when they confirmed it.",
  response: z.object({ email: z.string(), confirmedAt: z.nullable(instant) }),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'signedIn',
  summary: "The caller's open sessions, the current one marked.",
  response: z.array(
    z.object({ id: userId, device: z.string(), createdAt: instant, lastSeenAt: instant, current: z.boolean() }),
  ),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  access: 'signedIn',
  summary: 'Ends one of the own sessions.',
  params: z.object({ id: userId }),
});

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  access: 'signedIn',
  summary: 'Signs out everywhere, here too.',
});
