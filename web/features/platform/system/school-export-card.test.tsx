import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getSchoolExport, requestSchoolExport, type SchoolExport } from '#contract/school/school-exports.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { SchoolExportCard } from './school-export-card.tsx';

const asked: SchoolExport = { id: 7, askedAt: '2026-11-15T12:00:00.000Z', state: 'waiting', percent: 0, file: null };

function renderWith(latest: SchoolExport | null) {
  const server = fakeServer();
  server.on(getSchoolExport, answers.json({ latest }));
  return { server, ...renderInApp(<SchoolExportCard />) };
}

it('the card starts an export and shows that it waits, without a second button', async () => {
  const { server, user } = renderWith(null);
  server.on(requestSchoolExport, answers.json({ latest: asked }));
  await user.click(await screen.findByRole('button', { name: 'Gerar o arquivo' }));
  await screen.findByText(/Na fila\./);
  expect(screen.queryByRole('button')).toBeNull();
});

it('the card shows how much of an export is done', async () => {
  renderWith({ ...asked, state: 'running', percent: 42 });
  expect((await screen.findByRole('progressbar', { name: 'Exportação da escola' })).ariaValueNow).toBe('42');
  screen.getByText(/42 % pronto\./);
});

it('the card offers the download of an archive with its size and expiry', async () => {
  renderWith({
    ...asked,
    state: 'done',
    percent: 100,
    file: { bytes: 5_000_000, expiresAt: '2026-11-16T12:00:00.000Z' },
  });
  await screen.findByRole('button', { name: /^Baixar \(/ });
  screen.getByText(/Fica aqui até 16\/11\/2026/);
  screen.getByRole('button', { name: 'Gerar de novo' });
});

it('the card says that an export failed and offers another one', async () => {
  renderWith({ ...asked, state: 'failed', percent: 30 });
  await screen.findByText('A exportação não terminou');
  screen.getByRole('button', { name: 'Gerar de novo' });
});

it('the card says that the state could not be read, and reads it again', async () => {
  const server = fakeServer();
  server.on(getSchoolExport, answers.error(503, 'unavailable', 'Tente de novo.'));
  const { user } = renderInApp(<SchoolExportCard />);
  const retry = await screen.findByRole('button', { name: /Tentar/ });
  server.on(getSchoolExport, answers.json({ latest: null }));
  await user.click(retry);
  await screen.findByRole('button', { name: 'Gerar o arquivo' });
});
