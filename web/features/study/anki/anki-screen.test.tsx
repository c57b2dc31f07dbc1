import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type AnkiImport,
  discardAnkiImport,
  getAnkiImport,
  type ListedAnkiImport,
  listAnkiImports,
  startAnkiImport,
  undoAnkiImport,
  uploadAnkiDeck,
} from '#contract/study/anki.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import AnkiScreen from './anki-screen.tsx';

const read = (over: Partial<AnkiImport> = {}): AnkiImport => ({
  id: 7,
  fileName: 'direito.apkg',
  state: 'preview',
  createdAt: '2026-11-14T12:00:00.000Z',
  cards: 30,
  known: 2,
  scheduled: 10,
  pictures: 3,
  refused: [{ reason: 'no_answer', count: 4, examples: ['Só frente'] }],
  losses: [{ reason: 'sound', count: 5, examples: [] }],
  decks: [
    { name: 'Penal › Crimes', cards: 20, topic: { id: 9, name: 'Crimes', subject: 'Direito Penal' } },
    { name: '', cards: 10, topic: null },
  ],
  samples: [{ front: 'O que é {{c1::dolo}}?', back: '', deck: 'Penal › Crimes' }],
  free: 1000,
  processed: 0,
  chosen: 0,
  added: 0,
  brokenPictures: 0,
  isBrokenOff: false,
  notUndoable: 'preview',
  undoUntil: '2026-11-21T12:00:00.000Z',
  stayed: 0,
  ...over,
});

beforeEach(() => {
  queryClient.setQueryData(sessionQuery.queryKey, {
    id: '019a0000-0000-7000-8000-000000000001',
    role: 'student',
  } as never);
});
afterEach(() => queryClient.clear());

function open(path: string, found: AnkiImport = read(), imports: ListedAnkiImport[] = []) {
  const server = fakeServer();
  server.on(listAnkiImports, answers.json(imports));
  server.on(getAnkiImport, answers.json(found));
  return { ...renderInApp(<AnkiScreen />, path), server };
}

it('a chosen deck is sent, and its preview opens', async () => {
  const { user, server } = open('/cards/anki');
  server.on(uploadAnkiDeck, answers.json(read()));
  await user.upload(await screen.findByLabelText('Baralho do Anki'), new File(['PK'], 'direito.apkg'));
  expect(await screen.findByText('O que vem')).toBeTruthy();
  expect(
    screen.getByText('30 cartões no arquivo: 2 você já tem, 10 com a memória do Anki, 3 com imagem.'),
  ).toBeTruthy();
});

it('a refused file says why, and nothing is lost', async () => {
  const { user, server } = open('/cards/anki');
  server.on(uploadAnkiDeck, answers.error(415, 'unsupported_type', 'Este arquivo não é um baralho do Anki.'));
  await user.upload(await screen.findByLabelText('Baralho do Anki'), new File(['x'], 'foto.csv'));
  expect((await screen.findByRole('alert')).textContent).toContain('Este arquivo não é um baralho do Anki.');
});

it('the preview lists what cannot come, and sends where each deck goes', async () => {
  const { user, server } = open('/cards/anki/7');
  server.on(startAnkiImport, answers.json(read({ state: 'running', notUndoable: 'running', processed: 5 })));
  expect((await screen.findByText('Não há resposta no verso')).parentElement?.textContent).toContain('4Só frente');
  expect(screen.getByText('Som ou vídeo fica de fora')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Destino de Sem assunto'), 'Não trazer');
  await user.click(screen.getByRole('checkbox', { name: /Continuar de onde o Anki parou/ }));
  await user.click(screen.getByRole('button', { name: 'Trazer 20 cartões' }));
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({
        path: '/api/cards/imports/7/start',
        body: {
          decks: [
            { name: 'Penal › Crimes', topicId: 9, isSkipped: false },
            { name: '', topicId: null, isSkipped: true },
          ],
          keepsSchedule: false,
        },
      }),
    ),
  );
  expect(await screen.findByRole('progressbar', { name: 'Importação' })).toBeTruthy();
});

it('more cards than fit are announced before the import starts, and the button is disabled', async () => {
  const { user } = open('/cards/anki/7', read({ free: 12 }));
  expect((await screen.findByRole('alert')).textContent).toContain('Você escolheu 30 cartões e cabem mais 12.');
  const begin = screen.getByRole('button', { name: 'Trazer 30 cartões' });
  expect(begin.hasAttribute('disabled')).toBe(true);
  await user.selectOptions(screen.getByLabelText('Destino de Penal › Crimes'), 'Não trazer');
  expect(screen.getByRole('button', { name: 'Trazer 10 cartões' }).hasAttribute('disabled')).toBe(false);
});

it('an import that is done can be undone after a question', async () => {
  const done = read({ state: 'done', added: 28, chosen: 30, processed: 30, notUndoable: null, brokenPictures: 1 });
  const { user, server } = open('/cards/anki/7', done);
  server.on(undoAnkiImport, answers.json({ ...done, state: 'undone', notUndoable: 'undone', stayed: 3 }));
  expect(await screen.findByText('28 cartões trazidos')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('2 você já tinha, ou não couberam. 1 vieram sem a imagem');
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Desfazer' }));
  expect(await screen.findByText('3 cartões ficaram, porque você já respondeu ou mudou.')).toBeTruthy();
});

it('an import that broke off says so, and how the other cards come', async () => {
  open('/cards/anki/7', read({ state: 'done', added: 12, chosen: 30, notUndoable: null, isBrokenOff: true }));
  expect(await screen.findByText('12 cartões trazidos')).toBeTruthy();
  const status = screen.getByRole('status').textContent;
  expect(status).toContain('A importação parou antes do fim, porque o arquivo não pôde ser lido.');
  expect(status).not.toContain('você já tinha');
});

it('the list names an import that broke off', async () => {
  const { id, fileName, createdAt, cards } = read();
  const broken = { id, fileName, createdAt, cards, state: 'done', added: 12, isBrokenOff: true } as const;
  open('/cards/anki', read(), [broken, { ...broken, id: 8, isBrokenOff: false }]);
  expect(await screen.findByText(/^Interrompido, 12 cartões/)).toBeTruthy();
  expect(screen.getByText(/^Pronto, 12 cartões/)).toBeTruthy();
});

it('a discarded preview leads back to the choice of a file', async () => {
  const { user, server } = open('/cards/anki/7');
  server.on(discardAnkiImport, answers.json({ ok: true }));
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  expect(await screen.findByLabelText('Baralho do Anki')).toBeTruthy();
});
