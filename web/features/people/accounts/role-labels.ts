import type { Role } from '#contract/platform/users.ts';

export const roleLabels: Record<Role, string> = {
  student: 'Aluno',
  teacher: 'Professor',
  secretary: 'Secretaria',
  admin: 'Administrador',
};
