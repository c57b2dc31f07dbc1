import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { search } from '#contract/platform/search.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { Palette } from './palette.tsx';

const places = [
  { label: 'Estudar', path: '/study', icon: null },
  { label: 'Configurações', words: 'senha', path: '/settings', icon: null },
];
const lesson = { kind: 'lesson', id: 7, title: [{ text: 'Crase', hit: true }], context: 'Português', snippet: [] };

function open() {
  const leave = vi.fn();
  const close = vi.fn();
  const actions = [{ label: 'Sair', run: leave, icon: null }];
  const part = renderInApp(<Palette commands={{ places, actions }} onClose={close} />);
  return { ...part, leave, close, field: screen.getByRole('combobox') };
}
const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

afterEach(() => queryClient.clear());

it('the palette shows every command, has the focus, and announces the active option', async () => {
  const { user, field } = open();
  expect(document.activeElement).toBe(field);
  expect(labels()).toEqual(['Estudar', 'Configurações', 'Sair']);
  const option = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(option()).toBe('Estudar');
  await user.keyboard('{ArrowUp}');
  expect(option()).toBe('Sair');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(option()).toBe('Configurações');
});

it('goes to a place before the server has answered, whatever comes from there', async () => {
  fakeServer().on(search, later().promise);
  const { user, path, close } = open();
  await user.keyboard('senha{Enter}');
  expect(path()).toBe('/settings');
  expect(close).toHaveBeenCalled();
});

it('an Enter that comes before the results opens the first of them', async () => {
  const found = later();
  fakeServer().on(search, found.promise);
  const { user, path } = open();
  await user.keyboard('crase{Enter}');
  expect(path()).toBe('/');
  found.answer(answers.json([lesson]));
  await waitFor(() => expect(path()).toBe('/articles/7'));
});

it('the chosen option stays chosen when results arrive', async () => {
  const found = later();
  fakeServer().on(search, found.promise);
  const { user } = open();
  await user.keyboard('s{ArrowDown}');
  expect(chosen()).toBe('Sair');
  found.answer(answers.json([lesson]));
  expect(await screen.findByRole('option', { name: /Crase/ })).toBeDefined();
  expect(labels()).toEqual(['Configurações', 'CrasePortuguês', 'Sair']);
  expect(chosen()).toBe('Sair');
  expect(within(screen.getByRole('group', { name: 'Aulas' })).getAllByRole('option')).toHaveLength(1);
});

it('a > asks the server nothing and does what is to be done', async () => {
  const server = fakeServer();
  const { user, leave } = open();
  await user.keyboard('>sai{Enter}');
  expect(leave).toHaveBeenCalledOnce();
  expect(server.calls).toEqual([]);
});

it('the palette says that nothing was found, or that the search failed', async () => {
  const server = fakeServer();
  server.on(search, answers.json([]));
  const { user, field } = open();
  await user.keyboard('zzz');
  expect(await screen.findByText('Nada encontrado para “zzz”. Tente outra palavra.')).toBeDefined();
  server.on(search, answers.offline);
  await user.type(field, 'y');
  expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeDefined();
});

it('Ctrl+Enter opens the result in another tab, and the palette stays open', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  const { user, close } = open();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(opened).toHaveBeenCalledWith('/study', '_blank', 'noopener');
  expect(close).not.toHaveBeenCalled();
});

it('finds parts of the guides by their words, below the results, those with the word in their name first', async () => {
  fakeServer().on(search, answers.json([lesson]));
  const guides = [
    { label: 'Anexos', words: 'Aulas arquivos da aula e crase', path: '/help/teacher#aulas-anexos', icon: null },
    { label: 'Crase nas provas', words: 'Aulas', path: '/help/student#crase', icon: null },
  ];
  const { user, path } = renderInApp(<Palette commands={{ places, actions: [], guides }} onClose={vi.fn()} />);
  expect(labels()).toEqual(['Estudar', 'Configurações']);
  await user.keyboard('crase');
  await waitFor(() => expect(labels()).toEqual(['CrasePortuguês', 'Crase nas provas', 'Anexos']));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(path()).toContain('/help/student'));
});

it('searches no guides for commands, nor for one or two letters', async () => {
  fakeServer().on(search, answers.json([]));
  const guides = [{ label: 'Anexos', words: '', path: '/help/teacher#aulas-anexos', icon: null }];
  const { user } = renderInApp(<Palette commands={{ places, actions: [], guides }} onClose={vi.fn()} />);
  await user.keyboard('an');
  await screen.findByText(/Nada encontrado/);
  await user.keyboard('e');
  await screen.findByRole('option', { name: /Anexos/ });
});
