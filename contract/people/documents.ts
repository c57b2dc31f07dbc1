import * as z from 'zod/mini';
import { cpf } from '#contract/cpf.ts';
import { endpoint } from '#contract/endpoint.ts';
import { userId } from '#contract/shapes.ts';

/* The CPF of a person, for the office. It travels in bodies only: addresses are written into logs. */

const params = z.object({ id: userId });

export const findPersonByCpf = endpoint({
  method: 'POST',
  path: '/api/admin/users/by-cpf',
  access: 'office',
  summary: 'Finds the person who has a CPF; null when nobody has it, or nobody whom the caller may open.',
  body: z.object({ cpf }),
  response: z.object({
    person: z.nullable(z.object({ id: userId, firstName: z.string(), lastName: z.string(), email: z.string() })),
  }),
});

export const showCpf = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/cpf/show',
  access: 'office',
  errors: ['state_conflict'],
  summary: 'Shows the office the CPF of a person. Every time is recorded in the audit.',
  params,
  response: z.object({ cpf: z.string() }),
});

export const saveCpf = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/cpf',
  access: 'office',
  errors: ['conflict'],
  summary: 'Saves the CPF of a person in place of the one before; null removes it.',
  params,
  body: z.object({ cpf: z.nullable(cpf) }),
});
