import { emailPattern } from '../../../contract/accounts.ts';
import { PASSWORD_MIN } from '../../../contract/limits.ts';

export type Registration = {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  password: string;
  confirmPassword: string;
  role: 'student' | 'teacher';
};

export type RegistrationField = Exclude<keyof Registration, 'role'>;

export const emptyRegistration: Registration = {
  firstName: '',
  lastName: '',
  email: '',
  username: '',
  password: '',
  confirmPassword: '',
  role: 'student',
};

type Problem = { title: string; text: string; fields: Partial<Record<RegistrationField, string>> };

const required: RegistrationField[] = ['firstName', 'lastName', 'email', 'username', 'password'];

/** The first thing wrong with a registration, checked in this order: required, match, length, e-mail form. */
export function problemOf(form: Registration): Problem | null {
  const missing = required.filter((field) => !form[field].trim());
  if (missing.length > 0) {
    return {
      title: 'Campos obrigatórios',
      text: 'Por favor, preencha todos os campos obrigatórios.',
      fields: Object.fromEntries(missing.map((field) => [field, 'Preencha este campo.'])),
    };
  }
  if (form.password.trim() !== form.confirmPassword.trim()) {
    const text = 'As senhas digitadas devem ser iguais.';
    return { title: 'Senhas não conferem', text, fields: { confirmPassword: text } };
  }
  if (form.password.trim().length < PASSWORD_MIN) {
    const text = `A senha deve ter pelo menos ${PASSWORD_MIN} caracteres.`;
    return { title: 'Senha muito curta', text, fields: { password: text } };
  }
  if (!emailPattern.test(form.email.trim())) {
    const text = 'Informe um e-mail válido, como voce@exemplo.com.';
    return { title: 'E-mail inválido', text, fields: { email: text } };
  }
  return null;
}
