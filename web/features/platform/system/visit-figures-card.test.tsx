import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listVisitFigures } from '#contract/platform/visit-figures.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { VisitFiguresCard } from './visit-figures-card.tsx';

it('shows each screen with its figures, in words and with the number of visits, and few visits as few', async () => {
  const server = fakeServer();
  server.on(
    listVisitFigures,
    answers.json([
      {
        screen: '/articles/:id',
        LCP: { visits: 240, p75: 1840 },
        INP: { visits: 120, p75: 260 },
        CLS: { visits: 240, p75: 0.301 },
      },
      { screen: '/admin/system', LCP: { visits: 19, p75: null }, INP: null, CLS: { visits: 1, p75: null } },
    ]),
  );
  renderInApp(<VisitFiguresCard />);
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  const lesson = await row(/\/articles\/:id/);
  for (const text of ['Aula', '1,8 s', 'bom', '120 visitas', '260 ms', 'a melhorar', '0,30', 'ruim'])
    lesson.getByText(text);
  const system = await row(/\/admin\/system/);
  expect(system.getAllByText('poucos dados')).toHaveLength(2);
  system.getByText('19 visitas');
  system.getByText('1 visita');
  system.getByText('—');
});

it('the card says that there are no figures yet', async () => {
  const server = fakeServer();
  server.on(listVisitFigures, answers.json([]));
  renderInApp(<VisitFiguresCard />);
  await screen.findByText('Ainda sem medições');
});

it('the card offers to read the figures again when they could not be read', async () => {
  const server = fakeServer();
  server.on(listVisitFigures, answers.error(500, 'internal', 'Erro interno.'));
  renderInApp(<VisitFiguresCard />);
  await screen.findByText('Não conseguimos ler as medições');
});
