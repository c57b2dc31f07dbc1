import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  applyImportKeys,
  fillImportLabels,
  type QuestionImport,
  readKeyFile,
} from '#contract/questions/question-import.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ImportKeys } from './import-keys.tsx';
import { ImportLabels } from './import-labels.tsx';

const found: QuestionImport = {
  id: 5,
  fileName: 'prova.docx',
  fileKind: 'docx',
  table: null,
  state: 'preview',
  remarks: [],
  total: 80,
  problemCount: 80,
  duplicateCount: 0,
  readyCount: 0,
  alikeCount: 0,
  isCompared: true,
  keylessCount: 80,
  newSubjects: [],
  newTopics: [],
  pageCount: 0,
  processed: 0,
  imported: null,
  createdAt: '2026-11-15T12:00:00.000Z',
};
const outcome = { import: found, matched: 78, annulled: [15], problems: [], types: [] };

function open() {
  const server = fakeServer();
  return { server, ...renderInApp(<ImportKeys found={found} />) };
}
const paste = async (user: ReturnType<typeof open>['user'], text: string) => {
  await user.click(screen.getByRole('textbox'));
  await user.paste(text);
};

it('a scanned sheet is recognised on a press, and matched only after the author has looked at it', async () => {
  const { user, server } = open();
  server.on(readKeyFile, answers.json({ text: '', scannedPages: 1, isRecognised: false }));
  await user.upload(screen.getByLabelText('Arquivo do gabarito'), new File(['%PDF-'], 'gabarito.pdf'));
  expect(await screen.findByText('Uma página é uma imagem')).toBeTruthy();
  server.on(readKeyFile, answers.json({ text: '1 - A', scannedPages: 0, isRecognised: true }));
  await user.click(screen.getByRole('button', { name: 'Reconhecer o texto' }));
  expect(await screen.findByText('Gabarito reconhecido de uma imagem')).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('1 - A');
  expect(screen.queryByText(/casadas/)).toBeNull();
});

it('a pasted sheet is matched by number, and says how many fit, which are annulled and what does not fit', async () => {
  const { user, server } = open();
  server.on(
    applyImportKeys,
    answers.json({ ...outcome, problems: [{ number: 80, text: 'Questão 80: não está no gabarito.' }] }),
  );
  expect(screen.getByRole('button', { name: 'Casar pelo número' }).hasAttribute('disabled')).toBe(true);
  await paste(user, '1 A\n2 B');
  await user.click(screen.getByRole('button', { name: 'Casar pelo número' }));
  expect(await screen.findByText('78 de 80 casadas')).toBeTruthy();
  expect(screen.getByText('pelo número; 1 anulada: 15')).toBeTruthy();
  expect(screen.getByText('Questão 80: não está no gabarito.')).toBeTruthy();
  expect(server.calls.at(-1)?.body).toEqual({ text: '1 A\n2 B', type: null });
});

it('a sheet with several types asks which one it is and applies the chosen one', async () => {
  const { user, server } = open();
  server.on(applyImportKeys, answers.json({ ...outcome, matched: 0, annulled: [], types: ['1', '2'] }));
  await paste(user, 'TIPO 1 …');
  await user.click(screen.getByRole('button', { name: 'Casar pelo número' }));
  expect(await screen.findByText(/Escolha o desta prova/)).toBeTruthy();
  server.on(applyImportKeys, answers.json({ ...outcome, matched: 80, annulled: [], types: ['1', '2'] }));
  await user.selectOptions(screen.getByLabelText('Tipo de prova'), 'Tipo 2');
  expect(await screen.findByText('80 de 80 casadas')).toBeTruthy();
  expect(server.calls.at(-1)?.body).toEqual({ text: 'TIPO 1 …', type: '2' });
});

it('a sheet that cannot be read is refused in words at its field, and the text stays', async () => {
  const { user, server } = open();
  server.on(applyImportKeys, answers.error(400, 'bad_request', 'Não encontramos números e letras neste gabarito.'));
  await paste(user, 'boa prova');
  await user.click(screen.getByRole('button', { name: 'Casar pelo número' }));
  expect(await screen.findByText('Não encontramos números e letras neste gabarito.')).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('boa prova');
});

it('labels for all rows are sent once one is given, and a year has four digits', async () => {
  const server = fakeServer();
  server.on(fillImportLabels, answers.json(found));
  const { user } = renderInApp(<ImportLabels importId={5} />);
  const send = screen.getByRole('button', { name: 'Preencher' });
  expect(send.hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByLabelText('Banca'), 'FGV');
  await user.type(screen.getByLabelText('Ano'), '24');
  expect(send.hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('Use quatro algarismos.')).toBeTruthy();
  await user.clear(screen.getByLabelText('Ano'));
  await user.type(screen.getByLabelText('Ano'), '2024');
  await user.click(send);
  await waitFor(() =>
    expect(server.calls.at(-1)?.body).toEqual({ subject: '', source: 'FGV', organ: '', post: '', year: 2024, tag: '' }),
  );
});
