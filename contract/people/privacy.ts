import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { instant, requiredText } from '#contract/shapes.ts';
import { currentPassword } from './accounts.ts';

const deletion = z.object({ requestedAt: instant, dueAt: instant });

export const privacy = z.object({
  /** The current version of terms and privacy policy. */
  termsVersion: z.string(),
  /** The accepted versions, newest first. */
  consents: z.array(z.object({ version: z.string(), acceptedAt: instant })),
  deletion: z.nullable(deletion),
  /**
   * When the school's team opened the user's payment proofs, newest first, at most 50; recorded once per hour and
   * person.
   */
  proofViews: z.array(z.object({ at: instant })),
});
export type Privacy = z.output<typeof privacy>;

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/api/privacy',
  access: 'signedIn',
  summary: "The caller's consents, the deletion that was asked for, and when the caller's proofs were opened.",
  response: privacy,
});

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/api/privacy/terms',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary: 'Accepts the terms and the privacy policy of the version that holds now.',
  body: z.object({ version: requiredText(40) }),
});

export const exportData = endpoint({
  method: 'GET',
  path: '/api/privacy/export',
  access: 'signedIn',
  summary: "Everything that is kept about the caller: JSON and the caller's files in a zip.",
  work: 'export',
  weight: 20,
  response: binary,
});

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/privacy/deletion',
  access: 'signedIn',
  errors: ['wrong_password', 'last_admin', 'fresh_proof_required'],
  summary:
    'Asks for the deletion of the own account after a waiting period; asking again changes nothing. Without a password, by a fresh proof.',
  body: z.object({ currentPassword: z.optional(currentPassword) }),
  response: deletion,
});

export const cancelDeletion = endpoint({
  method: 'DELETE',
  path: '/api/privacy/deletion',
  access: 'signedIn',
  summary: 'Takes the wish back while the account still exists.',
});
