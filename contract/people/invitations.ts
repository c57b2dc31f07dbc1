import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { newUsername } from '#contract/names.ts';
import { requiredText } from '#contract/shapes.ts';
import { newPassword } from './accounts.ts';

/* The link of a person whom the school has enrolled or invited. */

/** The lifetime of an invitation link, counted from the sending of its mail. */
export const INVITATION_DAYS = 7;

const token = requiredText(200);

export const checkInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/check',
  access: 'public',
  summary: 'Whether the link of an invitation still works; it is not used up. `expired`: a new one can be requested.',
  body: z.object({ token }),
  response: z.object({
    state: z.enum(['usable', 'expired', 'used']),
    /** Email and first name of the invited person; null unless the link is usable. */
    email: z.nullable(z.string()),
    firstName: z.nullable(z.string()),
  }),
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  access: 'public',
  errors: ['link_expired', 'common_password', 'username_taken'],
  summary: 'Sets password and username of a person who was invited, once. Without a username it is the e-mail.',
  body: z.object({ token, username: z.optional(newUsername), password: newPassword }),
});

export const renewInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/renew',
  access: 'public',
  summary: 'Sends another link to the address of an expired one. Answers the same for every token.',
  body: z.object({ token }),
});
