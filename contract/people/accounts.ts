import * as z from 'zod/mini';
import { endpoint, redirect } from '#contract/endpoint.ts';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { role, user, userFilters, userStatus } from '#contract/platform/users.ts';
import { paging, requiredText, userId } from '#contract/shapes.ts';

/** Trimmed before the length check, everywhere, because the login trims too. */
export const newPassword = requiredText(PASSWORD_MAX, 'Informe a senha.').check(
  z.minLength(PASSWORD_MIN, `A senha deve ter pelo menos ${PASSWORD_MIN} caracteres.`),
);
export const givenPassword = requiredText(PASSWORD_MAX, 'Informe a senha.');
/** Asked again from a user who is logged in. */
export const currentPassword = requiredText(PASSWORD_MAX, 'Digite sua senha atual.');

/** The user of a session, and whether it was opened with a common password. */
export const sessionUser = z.object({ ...user.shape, commonPassword: z.optional(z.boolean()) });
export type CurrentUser = z.output<typeof sessionUser>;

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'signedIn',
  summary: 'The user of the session.',
  response: sessionUser,
});

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  errors: ['invalid_credentials', 'payment_required', 'awaiting_approval', 'blocked', 'second_factor_required'],
  summary:
    'Opens a session; `username` is the username or the e-mail. 403 `second_factor_required` leads to the next step.',
  body: z.object({
    username: requiredText(EMAIL_MAX, 'Digite seu usuário para entrar.'),
    password: requiredText(PASSWORD_MAX, 'Digite sua senha para entrar.'),
  }),
  response: sessionUser,
});

export const loginPage = endpoint({
  method: 'GET',
  path: '/api/login',
  access: 'public',
  summary: 'Leads to the login page.',
  response: redirect,
  alsoAnswers: [302],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'public',
  summary: 'Ends the session, if there is one.',
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'office',
  summary: 'Users, newest first.',
  query: z.object({ ...paging, ...userFilters }),
  response: z.array(
    z.object({
      ...user.shape,
      paymentStatus: z.nullable(z.string()),
      /** Whether the user has proved access to the mailbox. */
      emailConfirmed: z.boolean(),
      /** The last day (America/Sao_Paulo) on which they were seen; null: never. */
      lastSeenOn: z.nullable(z.string()),
    }),
  ),
});

const userParams = z.object({ id: userId });

export const setUserStatus = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/status',
  access: 'office',
  errors: ['state_conflict', 'last_admin', 'own_account'],
  summary: 'pending→active, active→blocked, blocked→active. A secretary decides on students and teachers.',
  params: userParams,
  // `checkProof` refuses a student whose proof of payment contradicts the order, or whose order a provider knows.
  body: z.object({ status: userStatus, checkProof: z.optional(z.boolean()) }),
  response: user,
});

export const setUserRole = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/role',
  access: 'admin',
  freshProof: true,
  errors: ['state_conflict', 'last_admin', 'own_account'],
  summary: 'teacher, secretary or admin, of an active account that is one of them.',
  params: userParams,
  body: z.object({ role }),
  response: user,
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  access: 'admin',
  errors: ['last_admin', 'own_account'],
  summary: 'Removes a user for good.',
  params: userParams,
});
