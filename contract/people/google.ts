import * as z from 'zod/mini';
import { endpoint, redirect } from '#contract/endpoint.ts';
import { instant, text } from '#contract/shapes.ts';
import { sessionUser } from './accounts.ts';

/** Where the browser goes next. */
const address = z.object({ url: z.string() });

const linked = z.object({ email: z.nullable(z.string()), linkedAt: instant });

export const beginGoogleLogin = endpoint({
  method: 'POST',
  path: '/api/google/login',
  access: 'public',
  errors: ['not_found'],
  summary: 'The address at Google where a login goes on; 404 where the school has not set it up.',
  response: address,
});

export const googleCallback = endpoint({
  method: 'GET',
  path: '/api/google/callback',
  access: 'public',
  summary: 'Where Google sends the browser back to; leads on to the page that began.',
  query: z.object({ code: z.optional(text(4096)), state: z.optional(text(4096)), error: z.optional(text(4096)) }),
  response: redirect,
  alsoAnswers: [302],
});

export const finishGoogleLogin = endpoint({
  method: 'POST',
  path: '/api/google/login/finish',
  access: 'public',
  errors: [
    'not_found',
    'google_expired',
    'google_unlinked',
    'payment_required',
    'awaiting_approval',
    'blocked',
    'second_factor_required',
  ],
  summary: 'Opens a session after Google has sent the browser back, once. Answers like the login by password.',
  response: sessionUser,
});

export const getGoogleLink = endpoint({
  method: 'GET',
  path: '/api/google/link',
  access: 'signedIn',
  summary: 'Whether the school offers Google, and the Google account that opens this one.',
  response: z.object({ offered: z.boolean(), linked: z.nullable(linked) }),
});

export const beginGoogleLink = endpoint({
  method: 'POST',
  path: '/api/google/link',
  access: 'signedIn',
  freshProof: true,
  errors: ['not_found'],
  summary: 'The address at Google where a Google account is chosen to open this one.',
  response: address,
});

export const finishGoogleLink = endpoint({
  method: 'POST',
  path: '/api/google/link/finish',
  access: 'signedIn',
  errors: ['not_found', 'google_expired', 'google_taken'],
  summary: 'Links the Google account that was chosen, once.',
  response: linked,
});

export const removeGoogleLink = endpoint({
  method: 'DELETE',
  path: '/api/google/link',
  access: 'signedIn',
  freshProof: true,
  summary: 'The Google account no longer opens this one.',
});
