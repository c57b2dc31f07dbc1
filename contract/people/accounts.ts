import * as z from 'zod/mini';
import { endpoint, redirect } from '#contract/endpoint.ts';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { id, instant, ok, paging, requiredText, stored, text, userId } from '#contract/shapes.ts';

export const roles = ['student', 'teacher', 'secretary', 'admin'] as const;
export const role = z.enum(roles);
export type Role = z.output<typeof role>;

export const userStatuses = ['pending', 'active', 'blocked'] as const;
export const userStatus = z.enum(userStatuses);
export type UserStatus = z.output<typeof userStatus>;

export const user = z.object({
  id: userId,
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  // Whoever is something new may do no more here than a student, and who is in a new state not even enter.
  role: stored(role, 'student'),
  status: stored(userStatus, 'blocked'),
  createdAt: instant,
});
export type User = z.output<typeof user>;

/** Good enough to catch a typing error; the proof of an address is the mail that arrives. */
export const emailPattern = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+\.[^\s@<>()[\]",;:\\.]{2,}$/;

export const email = requiredText(EMAIL_MAX, 'Informe um e-mail válido.').check(
  z.regex(emailPattern, 'Informe um e-mail válido.'),
);

/** Trimmed before the length check, everywhere, because the login trims too. */
export const newPassword = requiredText(PASSWORD_MAX, 'Informe a senha.').check(
  z.minLength(PASSWORD_MIN, `A senha deve ter pelo menos ${PASSWORD_MIN} caracteres.`),
);
export const givenPassword = requiredText(PASSWORD_MAX, 'Informe a senha.');
/** Asked again, of somebody who is logged in. */
export const currentPassword = requiredText(PASSWORD_MAX, 'Digite sua senha atual.');

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'signedIn',
  summary: 'The user of the session.',
  response: user,
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
  response: user,
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
  response: ok,
});

/** Whose access holds today; ends within 30 days; has ended. */
export const accessStates = ['active', 'ending', 'ended'] as const;
/** Has an approved order; has sent a proof at some time, or was approved without one; neither. */
export const paymentStates = ['paid', 'proof', 'unpaid'] as const;
/** Studied in the last 7 days; not in the last 14. */
export const studyStates = ['week', 'stopped'] as const;

/** Entered or went on in the last 7 or 30 days; not in the last 30; never. */
export const seenStates = ['week', 'month', 'away', 'never'] as const;

export const userFilters = {
  status: z.optional(userStatus),
  search: z.optional(text(200)),
  role: z.optional(role),
  payment: z.optional(z.enum(paymentStates)),
  access: z.optional(z.enum(accessStates)),
  studied: z.optional(z.enum(studyStates)),
  seen: z.optional(z.enum(seenStates)),
  /** Registered on this day (America/Sao_Paulo) or later. */
  since: z.optional(z.iso.date('Informe uma data.')),
  /** Enrolled in this course. */
  courseId: z.optional(id),
};
export type UserFilters = z.output<z.ZodMiniObject<typeof userFilters>>;

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
      /** Whether somebody has shown that they read there. */
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
  body: z.object({ status: userStatus }),
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
  response: ok,
});
