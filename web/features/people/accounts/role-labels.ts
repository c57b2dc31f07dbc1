import type { Role } from '#contract/people/accounts.ts';

export const roleLabels: Record<Role, string> = {
  student: 'Aluno',
  teacher: 'Professor',
  secretary: 'Secretaria',
  admin: 'Administrador',
};
