import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getCaptions, saveCaptions } from '#contract/content/captions.ts';
import type { Recording } from '#contract/content/recordings.ts';
import { getPreferences } from '#contract/preferences.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import CaptionsDialog from './captions-dialog.tsx';

const recording: Recording = {
  id: 5,
  kind: 'video',
  title: 'Haver',
  bytes: 1,
  durationSeconds: 60,
  state: 'plain',
  hasCaptions: false,
  posterUrl: null,
  sources: [{ url: '/api/recordings/5/file', mimeType: 'video/mp4', height: null }],
  createdAt: '2026-11-15T12:00:00.000Z',
};

function open({ shortcuts = true } = {}) {
  const server = fakeServer();
  server.on(getPreferences, answers.json({ theme: 'system', shortcuts }));
  server.on(getCaptions, answers.json({ cues: [], revision: 0 }));
  server.on(saveCaptions, answers.json({ cues: [], revision: 1 }));
  const page = renderInApp(<CaptionsDialog lessonId={1} recording={recording} open onOpenChange={() => undefined} />);
  return { ...page, server };
}

const srt = '1\n00:00:01,000 --> 00:00:03,000\n<b>Oi</b>\n\n2\n00:00:04,000 --> 00:00:05,000\nTurma\n';

it('a teacher brings a file of captions, corrects a time and saves what was read', async () => {
  const { user, server } = open();
  await user.upload(await screen.findByLabelText('Escolher arquivo de legendas'), new File([srt], 'a.srt'));
  await screen.findByText('2 falas lidas. Confira e salve.');
  const end = screen.getByLabelText('Fim da fala 1');
  await user.clear(end);
  await user.type(end, '00:04.5');
  await user.tab();
  screen.getByText('Começa antes do fim da anterior.');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar legendas' });
  expect(button.disabled).toBe(true);
  await user.clear(end);
  await user.type(end, '00:02');
  await user.tab();
  await user.click(button);
  await waitFor(() => expect(server.calls.some(({ body }) => body !== undefined)).toBe(true));
  expect(server.calls.find(({ body }) => body !== undefined)?.body).toEqual({
    cues: [
      { start: 1000, end: 2000, text: 'Oi' },
      { start: 4000, end: 5000, text: 'Turma' },
    ],
    revision: 0,
  });
});

it('a teacher types a cue where the recording is, and splits it at the cursor by Ctrl Enter', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Fala aqui' }));
  const cue = screen.getByLabelText('Fala 1');
  await user.type(cue, 'primeira segunda');
  await user.type(cue, '{Control>}{Enter}{/Control}', { initialSelectionStart: 8, initialSelectionEnd: 8 });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Fala 1').value).toBe('primeira');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Fala 2').value).toBe('segunda');
});

it('after a cue is deleted the keyboard goes on at the next one, and after the last one where the next begins', async () => {
  const { user } = open();
  await user.upload(await screen.findByLabelText('Escolher arquivo de legendas'), new File([srt], 'a.srt'));
  await user.click(await screen.findByRole('button', { name: 'Apagar a fala 1' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Fala 1')));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Fala 1').value).toBe('Turma');
  await user.click(screen.getByRole('button', { name: 'Apagar a fala 1' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Fala aqui' })));
});

it('what is wrong with a cue belongs to its fields, and ends with the cause', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Fala aqui' }));
  const cue = screen.getByLabelText('Fala 1');
  const saidOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  expect([cue.getAttribute('aria-invalid'), saidOf(cue)]).toEqual(['true', 'Escreva a fala, ou apague a linha.']);
  expect(saidOf(screen.getByLabelText('Início da fala 1'))).toBe('Escreva a fala, ou apague a linha.');
  await user.type(cue, 'Oi');
  expect(cue.getAttribute('aria-invalid')).toBeNull();
});

it.each([
  [true, 1],
  [false, 0],
])('with single letters switched to %s, N on a button begins %i cues, and Alt N one more', async (shortcuts, cues) => {
  const { user } = open({ shortcuts });
  const back = await screen.findByRole('button', { name: 'Voltar 3 s' });
  await waitFor(() => expect(screen.queryByText(/ao escrever, com/i) !== null).toBe(shortcuts));
  back.focus();
  await user.keyboard('n');
  expect(screen.queryAllByLabelText(/^Fala \d/)).toHaveLength(cues);
  back.focus();
  await user.keyboard('{Alt>}n{/Alt}');
  expect(screen.queryAllByLabelText(/^Fala \d/)).toHaveLength(cues + 1);
});
