import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { register } from '#contract/people/registration.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import RegisterScreen from './register-screen.tsx';

const right = {
  Nome: 'Rafaela',
  Sobrenome: 'Souza',
  'E-mail': 'rafa@exemplo.com.br',
  Usuário: 'rafa',
  Senha: 'segredo1',
  'Confirmar senha': 'segredo1',
};
type Label = keyof typeof right;
const labels = Object.keys(right) as Label[];

/** Without the hint's own questions. */
const sent = ({ calls }: ReturnType<typeof fakeServer>) => calls.filter(({ path }) => path === register.path);

const made = answers.json({ id: 'x', username: 'rafa', email: 'rafa@exemplo.com.br', paymentCode: 'ABCD' }, 201);

async function open(wrong: Partial<Record<Label, string>> = {}) {
  const server = fakeServer();
  const part = renderInApp(<RegisterScreen />, '/register');
  const field = (label: Label) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
  for (const label of labels) {
    const text = wrong[label] ?? right[label];
    await part.user.click(field(label));
    await part.user.paste(text);
  }
  // While the button is busy both labels are in the DOM; only a style hides one.
  const submit = () => screen.getByRole('button', { name: /Cadastrar/ });
  return {
    ...part,
    server,
    field,
    submit,
    toast: () => screen.getByRole('region', { name: 'Avisos' }).textContent,
    invalid: () => labels.filter((label) => field(label).getAttribute('aria-invalid') === 'true'),
  };
}

describe('wrong inputs', () => {
  it.each<[string, Partial<Record<Label, string>>, string, string, Label[]]>([
    [
      'empty fields',
      { Nome: '', 'E-mail': '  ', Senha: '' },
      'Campos obrigatórios',
      'Por favor, preencha todos os campos obrigatórios.',
      ['Nome', 'E-mail', 'Senha'],
    ],
    [
      'two passwords, even when one is short',
      { Senha: 'abc', 'Confirmar senha': 'abcd' },
      'Senhas não conferem',
      'As senhas digitadas devem ser iguais.',
      ['Confirmar senha'],
    ],
    [
      'a short password, even when the e-mail is wrong',
      { Senha: 'abc', 'Confirmar senha': 'abc', 'E-mail': 'sem-arroba' },
      'Senha muito curta',
      'A senha deve ter pelo menos 6 caracteres.',
      ['Senha'],
    ],
    ['a wrong e-mail', { 'E-mail': 'sem-arroba' }, 'E-mail inválido', 'Informe um e-mail válido', ['E-mail']],
  ])('%s are reported, at the field too, and nothing is sent', async (_, wrong, title, text, fields) => {
    const { server, user, submit, toast, invalid } = await open(wrong);
    await user.click(submit());
    expect(toast()).toContain(title);
    expect(toast()).toContain(text);
    expect(invalid()).toEqual(fields);
    expect(sent(server)).toEqual([]);
  });
});

describe('a failure', () => {
  it('in one field is shown there, and all input stays', async () => {
    const { server, user, field, submit, toast, invalid } = await open();
    const text = 'Este e-mail já está cadastrado.';
    server.on(register, answers.error(409, 'email_taken', text, { fields: { email: text } }));
    await user.click(submit());
    await waitFor(() => expect(invalid()).toEqual(['E-mail']));
    expect(toast()).toContain('Erro no cadastro');
    expect(toast()).toContain(text);
    for (const label of labels) expect(field(label).value).toBe(right[label]);
  });

  it('in the network is shown as such, and the second try is sent', async () => {
    const { server, user, field, submit, toast } = await open();
    server.on(register, answers.offline);
    await user.click(submit());
    await waitFor(() => expect(toast()).toContain('Sem conexão com a internet.'));
    expect(field('Usuário').value).toBe('rafa');
    server.on(register, made);
    await user.click(submit());
    await waitFor(() => expect(toast()).toContain('Cadastro realizado!'));
    expect(sent(server)).toHaveLength(2);
  });
});

it('the form ignores a second press while it is sent', async () => {
  const { server, user, submit } = await open();
  const { promise, answer } = later();
  server.on(register, promise);
  await user.click(submit());
  expect(submit().getAttribute('aria-busy')).toBe('true');
  expect(submit().textContent).toContain('Cadastrando...');
  await user.click(submit());
  expect(sent(server)).toHaveLength(1);
  answer(made);
  await screen.findByText('Cadastro realizado!');
  // The button stays busy until the payment page opens, so that a user cannot register twice.
  expect(submit().getAttribute('aria-busy')).toBe('true');
  expect([localStorage.getItem('paymentEmail'), localStorage.getItem('paymentCode')]).toEqual([
    'rafa@exemplo.com.br',
    'ABCD',
  ]);
});

it('the form sends exactly what was typed; a teacher is asked to wait and has no payment', async () => {
  const { server, user, field, submit } = await open();
  server.on(register, answers.json({ id: 'x', username: 'rafa', email: 'rafa@exemplo.com.br' }, 201));
  await user.click(screen.getByRole('radio', { name: /Professor/ }));
  await user.click(submit());
  await screen.findByText('Aguarde a aprovação de um administrador.');
  expect(sent(server).map(({ body }) => body)).toEqual([
    {
      firstName: 'Rafaela',
      lastName: 'Souza',
      email: 'rafa@exemplo.com.br',
      username: 'rafa',
      password: 'segredo1',
      confirmPassword: 'segredo1',
      role: 'teacher',
    },
  ]);
  expect(field('Nome').value).toBe('');
  expect(localStorage.getItem('paymentCode')).toBeNull();
});
