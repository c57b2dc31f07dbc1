import type { FieldErrors } from '#web/ui/use-form.ts';

/** The form as typed. The role is one of two; the contract validates the other fields. */
export const emptyRegistration = {
  firstName: '',
  lastName: '',
  email: '',
  username: '',
  password: '',
  confirmPassword: '',
  role: 'student',
};

export type Registration = typeof emptyRegistration;

const required = ['firstName', 'lastName', 'email', 'username', 'password'] as const;

type Problem = { title: string; description: string; fields: FieldErrors };

/**
 * Picks from the errors of the contract the one that the catalogue reports first, with its toast: required, match,
 * length, e-mail form. `fields` are those the toast is about, so that focus and text point to the same field.
 */
export function problemOf(errors: FieldErrors, form: Registration): Problem | null {
  if (required.some((field) => !form[field].trim())) {
    const blank = Object.entries(errors).filter(([name]) => !form[name as keyof Registration].trim());
    return {
      title: 'Campos obrigatórios',
      description: 'Por favor, preencha todos os campos obrigatórios.',
      fields: Object.fromEntries(blank),
    };
  }
  if (form.password.trim() !== form.confirmPassword.trim()) {
    const description = 'As senhas digitadas devem ser iguais.';
    return { title: 'Senhas não conferem', description, fields: { confirmPassword: description } };
  }
  const { password, email } = errors;
  if (password) return { title: 'Senha muito curta', description: password, fields: { password } };
  if (email) return { title: 'E-mail inválido', description: email, fields: { email } };
  return Object.keys(errors).length > 0
    ? { title: 'Erro no cadastro', description: 'Confira os campos marcados.', fields: errors }
    : null;
}
