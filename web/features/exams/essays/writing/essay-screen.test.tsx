import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import { deliverEssay, type Essay, getEssay, saveEssay } from '#contract/exams/essays.ts';
import { clearLocalData } from '#web/lib/local-data.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { openEssay } from '#web/testing/open-essay.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { EssayScreen } from './essay-screen.tsx';

let userId = '';
const onLine = vi.spyOn(navigator, 'onLine', 'get');
afterEach(() => {
  onLine.mockReturnValue(true);
  queryClient.clear();
  localStorage.clear();
});

/** A new page of the same browser: nothing is in memory. */
function load(stored: Essay | 'offline' | 'busy') {
  cleanup();
  queryClient.clear();
  userId = signedIn('student').id;
  const server = fakeServer();
  onLine.mockReturnValue(stored !== 'offline');
  if (stored === 'busy') server.on(getEssay, answers.error(503, 'unavailable', 'Estamos fora do ar.'));
  else if (stored !== 'offline') server.on(getEssay, answers.json(stored));
  return { server, ...renderInApp(<Route path="/essays/:id" component={EssayScreen} />, '/essays/7') };
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Texto da redação' });

async function writtenOffline() {
  load({ ...openEssay, text: 'salvo', revision: 4 });
  fireEvent.change(await field(), { target: { value: 'salvo e escrito no ônibus' } });
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('escrito no ônibus'));
}

it.each(['offline', 'busy'] as const)(
  'a page that starts %s opens the sheet with what this browser has',
  async (how) => {
    await writtenOffline();
    load(how);
    expect((await field()).value).toBe('salvo e escrito no ônibus');
    expect(screen.getByText(/de 30 linhas/)).toBeTruthy();
  },
);

it('without a network nothing is delivered; with it the text is saved over the revision that it was made from', async () => {
  await writtenOffline();
  const { server } = load('offline');
  await field();
  expect(screen.getByRole('button', { name: /Entregar: espera a conexão/ })).toHaveProperty('disabled', true);
  server.on(getEssay, answers.json({ ...openEssay, text: 'salvo', revision: 4 }));
  server.on(saveEssay, answers.json({ revision: 5, savedAt: openEssay.savedAt }));
  onLine.mockReturnValue(true);
  await act(async () => {
    dispatchEvent(new Event('online'));
  });
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path.endsWith('/text'))?.body).toEqual({
      text: 'salvo e escrito no ônibus',
      revision: 4,
    }),
  );
  await waitFor(() => expect(server.calls.some(({ path }) => path === '/api/essays/7')).toBe(true));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Entregar' })).toHaveProperty('disabled', false));
});

it('after a sign-out nothing of the essay is in this browser', async () => {
  await writtenOffline();
  cleanup();
  await clearLocalData(userId);
  expect(JSON.stringify({ ...localStorage })).not.toContain('salvo');
  load('offline');
  expect(await screen.findByText('Não conseguimos abrir a redação')).toBeTruthy();
});

it('a delivered essay leaves no copy to write on, and a missing one opens none', async () => {
  load({ ...openEssay, text: 'pronto', revision: 4 });
  await field();
  const { server } = load({ ...openEssay, text: 'pronto', revision: 4 });
  server.on(deliverEssay, answers.json({ ...openEssay, state: 'delivered', text: 'pronto' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Entregar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Entregar' }));
  await screen.findByRole('heading', { name: openEssay.theme.title });
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(Object.keys(localStorage).filter((key) => key.includes('opened-essay'))).toEqual([]);
  load('offline');
  expect(await screen.findByText('Não conseguimos abrir a redação')).toBeTruthy();
});
