import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getLaw, type LawArticle, listLawArticles } from '#contract/content/laws.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { LawScreen } from './law-screen.tsx';

const article = (number: number): LawArticle => ({
  ...{ lexId: `art${number}`, label: `Art. ${number}`, title: '' },
  devices: [
    {
      ...{ lexId: `art${number}_cpt`, kind: 'caput', label: '', depth: 1, text: `Texto do artigo ${number}.` },
      ...{ state: 'in_force', amending: '', earlierCount: 0 },
    },
  ],
});
const law = {
  ...{ id: 3, urn: 'urn:x', name: 'Lei da Guarda', shortName: '', ementa: '', updatedAt: '2026-11-15T12:00:00.000Z' },
  ...{ asOf: { day: '2026-11-15', edital: null }, outline: [] },
};

beforeEach(() => void signedIn('student'));
afterEach(() => queryClient.clear());

it('articles that were loaded stay in view when the next ones cannot be loaded, and a press asks for them again', async () => {
  const server = fakeServer();
  server.on(getLaw, answers.json(law));
  const headers = { link: '</api/laws/3/articles?cursor=x>; rel="next"' };
  server.on(listLawArticles, { ...answers.json([article(1)]), headers });
  const { user } = renderInApp(<LawScreen id="3" />);
  await screen.findByText('Texto do artigo 1.');
  server.on(listLawArticles, answers.error(500, 'internal', 'Algo deu errado.'));
  await user.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  expect(await screen.findByText('Não conseguimos carregar os próximos artigos')).toBeTruthy();
  expect(screen.getByText('Texto do artigo 1.')).toBeTruthy();
  server.on(listLawArticles, answers.json([article(2)]));
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Texto do artigo 2.')).toBeTruthy();
  expect(screen.getByText('Texto do artigo 1.')).toBeTruthy();
});
