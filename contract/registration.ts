import * as z from 'zod/mini';
import { email, givenPassword, newPassword, user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { newUsername, personName } from './names.ts';

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  errors: ['username_taken', 'email_taken'],
  summary: 'Creates an account that waits for payment (student) or approval (teacher).',
  body: z.object({
    username: newUsername,
    password: newPassword,
    confirmPassword: givenPassword,
    email,
    firstName: personName,
    lastName: personName,
    role: z._default(z.enum(['student', 'teacher'], 'Escolha Aluno ou Professor.'), 'student'),
  }),
  response: z.object({ ...user.shape, paymentCode: z.optional(z.string()) }),
  alsoAnswers: [201],
});
