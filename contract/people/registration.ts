import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { couponCode } from '#contract/money/coupon-code.ts';
import { familyName, newUsername, personName } from '#contract/names.ts';
import { user } from '#contract/platform/users.ts';
import { email, requiredText } from '#contract/shapes.ts';
import { givenPassword, newPassword } from './accounts.ts';

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  errors: ['username_taken', 'email_taken', 'coupon_refused'],
  summary: 'Creates an account that waits for payment (student) or approval (teacher).',
  body: z.object({
    username: newUsername,
    password: newPassword,
    confirmPassword: givenPassword,
    email,
    firstName: personName,
    lastName: familyName,
    role: z._default(z.enum(['student', 'teacher'], 'Escolha Aluno ou Professor.'), 'student'),
    /**
     * For a student's order. An invalid coupon refuses the registration, so that no student pays more than was shown.
     */
    coupon: z.optional(couponCode),
  }),
  response: z.object({ ...user.shape, paymentCode: z.optional(z.string()) }),
  alsoAnswers: [201],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/account/email/confirm',
  access: 'public',
  errors: ['link_expired'],
  summary: 'Confirms the address of an account by the link of its e-mail. Confirmed already: the same answer.',
  body: z.object({ token: requiredText(200) }),
});

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/account/email/resend',
  access: 'public',
  summary: 'Sends the link again when the address is known and not confirmed; answers the same when it is not.',
  body: z.object({ email }),
});
