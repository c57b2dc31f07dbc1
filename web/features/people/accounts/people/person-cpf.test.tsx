import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listUsers } from '#contract/people/accounts.ts';
import { findPersonByCpf, saveCpf, showCpf } from '#contract/people/documents.ts';
import type { Person } from '#contract/people/people.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import AdminUsersScreen from '../admin-users-screen.tsx';
import { PersonCpf } from './person-cpf.tsx';

const id = '00000000-0000-4000-8000-000000000002';
const person = (hasCpf: boolean) => ({ ...signedIn('student'), id, firstName: 'Ana', hasCpf }) as unknown as Person;

test('a CPF is masked until the office asks for it, and can be hidden again', async () => {
  const server = fakeServer();
  server.on(showCpf, answers.json({ cpf: '52998224725' }));
  const { user } = renderInApp(<PersonCpf person={person(true)} />);
  screen.getByText('•••.•••.•••-••');
  expect(server.calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Mostrar CPF' }));
  await screen.findByText('529.982.247-25');
  await user.click(screen.getByRole('button', { name: 'Esconder CPF' }));
  expect(screen.queryByText('529.982.247-25')).toBeNull();
});

test('a CPF is saved as its digits, a wrong one is not sent, and an empty field removes the one of before', async () => {
  const server = fakeServer();
  server.on(saveCpf, answers.json({ ok: true }));
  const { user } = renderInApp(<PersonCpf person={person(true)} />);
  await user.click(screen.getByRole('button', { name: 'Mudar CPF' }));
  await user.type(screen.getByLabelText('CPF'), '529.982.247-24');
  await user.click(screen.getByRole('button', { name: 'Salvar CPF' }));
  screen.getByText('Este CPF não confere.');
  expect(server.calls).toEqual([]);
  await user.clear(screen.getByLabelText('CPF'));
  await user.type(screen.getByLabelText('CPF'), '529.982.247-25');
  await user.click(screen.getByRole('button', { name: 'Salvar CPF' }));
  await screen.findByText('CPF salvo');
  await user.click(screen.getByRole('button', { name: 'Mudar CPF' }));
  await user.click(screen.getByRole('button', { name: 'Apagar CPF' }));
  await screen.findByText('CPF apagado');
  expect(server.calls.map(({ body }) => body)).toEqual([{ cpf: '52998224725' }, { cpf: null }]);
});

test('a person without a CPF shows none to be pressed', () => {
  fakeServer();
  renderInApp(<PersonCpf person={person(false)} />);
  screen.getByText('não informado');
  expect(screen.queryByRole('button', { name: 'Mostrar CPF' })).toBeNull();
});

test('a CPF that is typed into the search of people is in no address; a complete one finds its person', async () => {
  const server = fakeServer();
  const ana = { id, firstName: 'Ana', lastName: 'Lima', email: 'ana@exemplo.com.br' };
  server.on(listUsers, answers.json([]));
  server.on(findPersonByCpf, answers.json({ person: ana }));
  signedIn('admin');
  const { user, path } = renderInApp(<AdminUsersScreen />, '/admin/users');
  const search = screen.getByLabelText('Buscar usuários');
  await user.click(search);
  await user.paste('529.982.247-2');
  screen.getByText('Para buscar por CPF, complete os 11 números.');
  await user.type(search, '5');
  await screen.findByRole('link', { name: 'Ana Lima' });
  server.on(findPersonByCpf, answers.json({ person: null }));
  await user.clear(search);
  await user.paste('111.444.777-35');
  await screen.findByText('Ninguém tem este CPF.');
  const found = server.calls.filter(({ path: called }) => called === findPersonByCpf.path);
  expect(found.map(({ body }) => body)).toEqual([{ cpf: '52998224725' }, { cpf: '11144477735' }]);
  expect([path(), ...server.calls.map(({ query }) => query)].join(' ')).not.toMatch(/\d{7}|529\.982|111\.444/);
});
