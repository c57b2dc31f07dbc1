import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Espelho } from '#contract/exams/espelho.ts';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { regradeEssays } from '#contract/exams/essay-regrading.ts';
import { listThemeVersions, type ThemeVersion } from '#contract/exams/essay-themes.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { ThemeVersions } from './theme-versions.tsx';

const preset = espelhoPresets[0];
if (!preset) throw new Error('There is no preset.');
const { espelho } = preset;
const heavier: Espelho = { ...espelho, criteria: espelho.criteria.map((one) => ({ ...one, weight: 2 })) };
const version = (number: number, mirror: Espelho): ThemeVersion => ({
  number,
  publishedAt: '2026-11-15T12:00:00.000Z',
  publishedBy: 'Ana Silva',
  essayCount: 3,
  theme: {
    kind: 'essay',
    title: 'Câmeras corporais',
    command: 'Escreva.',
    texts: [],
    maxLines: 30,
    minLines: 1,
    lineWidth: 68,
    minutes: null,
    opensAt: null,
    closesAt: null,
    returnHours: 72,
    espelho: mirror,
    secondReading: null,
    reviewDays: 5,
  },
  correctedAt: null,
  correctionReason: null,
});

afterEach(() => queryClient.clear());

function open(...versions: ThemeVersion[]) {
  signedIn('teacher');
  const server = fakeServer();
  server.on(listThemeVersions, answers.json(versions));
  server.on(regradeEssays, answers.json(version(1, heavier)));
  renderInApp(<ThemeVersions themeId={4} currentNumber={2} />, '/teacher/essay-themes/4');
  return server;
}

const button = 'Recalcular com o espelho da versão 2';

it('scores an older version again by the published espelho, once a reason is given', async () => {
  const server = open(version(2, heavier), version(1, espelho));
  await waitFor(() => expect(screen.getAllByText(button)).toHaveLength(1));
  fireEvent.click(screen.getByText(button));
  fireEvent.click(screen.getByRole('button', { name: 'Recalcular' }));
  expect(screen.getByText('Diga aos alunos o que foi corrigido.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('O que foi corrigido'), { target: { value: 'Os pesos.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Recalcular' }));
  await waitFor(() => expect(server.calls.some((call) => call.path.endsWith('/regrade'))).toBe(true));
  expect(server.calls.find((call) => call.path.endsWith('/regrade'))?.body).toEqual({ number: 1, reason: 'Os pesos.' });
});

it('offers nothing where the espelho is the same, and says why other criteria correct nothing', async () => {
  const fewer = { ...espelho, criteria: espelho.criteria.slice(1) };
  open(version(2, heavier), version(1, fewer), version(0, heavier));
  await waitFor(() => expect(screen.getByText(/não corrige esta/)).toBeTruthy());
  expect(screen.queryByText(button)).toBeNull();
});

it('starts a regrade again with its reason where the espelho is corrected already', async () => {
  const corrected = { ...version(1, heavier), correctedAt: '2026-11-15T12:00:00.000Z', correctionReason: 'Os pesos.' };
  const server = open(version(2, heavier), corrected);
  fireEvent.click(await screen.findByText('Recalcular de novo'));
  await waitFor(() => expect(server.calls.some((call) => call.path.endsWith('/regrade'))).toBe(true));
  expect(server.calls.find((call) => call.path.endsWith('/regrade'))?.body).toEqual({ number: 1, reason: 'Os pesos.' });
});
