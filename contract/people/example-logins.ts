import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { sessionUser } from './accounts.ts';

/** In the order in which the login page offers them. */
export const exampleRoles = ['student', 'teacher', 'admin'] as const;
export type ExampleRole = (typeof exampleRoles)[number];

export const listExampleLogins = endpoint({
  method: 'GET',
  path: '/api/example-logins',
  access: 'public',
  errors: ['not_found'],
  summary:
    'Accounts of the example school that open without a password. Only in development, while nobody but example people and the first administrator exists; else 404.',
  response: z.object({ roles: z.array(z.enum(exampleRoles)) }),
});

export const enterAsExample = endpoint({
  method: 'POST',
  path: '/api/example-logins/:role',
  access: 'public',
  errors: ['payment_required', 'awaiting_approval', 'blocked', 'second_factor_required'],
  summary: 'Opens a session as a person of the example school, under the conditions of the list.',
  params: z.object({ role: z.enum(exampleRoles) }),
  response: sessionUser,
});
