import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { getLawText } from '#contract/content/laws.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { LawSearch } from './law-search.tsx';

afterEach(() => queryClient.clear());

it('a search in a law shows the first fifty lines, and of narrower words all', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => ({
    ...{ article: `art${at + 1}`, lexId: `art${at + 1}_cpt`, label: `Art. ${at + 1}.` },
    text: at % 5 === 0 ? 'O direito de greve.' : 'O direito.',
  }));
  fakeServer().on(getLawText, answers.json(lines));
  const { user } = renderInApp(<LawSearch lawId={3} name="CF" on="today" />);
  const box = screen.getByRole('searchbox', { name: 'Procurar em CF' });
  await user.type(box, 'direito');
  await screen.findByText('60 trechos, os primeiros 50');
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(50));
  await user.type(box, ' greve');
  await screen.findByText('12 trechos');
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(12));
});

it('words that are typed before the text has come are searched when it has, and a long line shows what was found', async () => {
  const lines = Array.from({ length: 900 }, (_, at) => ({
    ...{ article: `art${at + 1}`, lexId: `art${at + 1}_cpt`, label: `Art. ${at + 1}.` },
    text: at === 899 ? `${'Muitas palavras antes. '.repeat(40)}A soberania popular.` : 'O direito.',
  }));
  fakeServer().on(getLawText, answers.json(lines));
  const { user } = renderInApp(<LawSearch lawId={4} name="CF" on="today" />);
  await user.type(screen.getByRole('searchbox', { name: 'Procurar em CF' }), 'soberania');
  const link = await screen.findByRole('link');
  expect(screen.getByRole('status').textContent).toBe('1 trecho');
  expect(link.textContent).toMatch(/^Art\. 900 … .*A soberania popular\.$/);
});
