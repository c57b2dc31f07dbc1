import { useInfiniteQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type LawArticle, listLawArticles } from '#contract/content/laws.ts';
import { makeKey } from '#web/lib/entry-keys.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ShowMore } from './show-more.tsx';

const article = (label: string): LawArticle => ({ lexId: 'art1', label, title: '', devices: [] });

function List() {
  const pages = useInfiniteQuery(pagesQuery(listLawArticles, makeKey('articles'), { params: { id: 3 }, query: {} }));
  return (
    <>
      {pages.data?.pages
        .flatMap(({ items }) => items)
        .map(({ label }) => (
          <p key={label}>{label}</p>
        ))}
      <ShowMore pages={pages} place="below" />
    </>
  );
}

it('a next page that fails says so and leaves the list, and a press asks for it again', async () => {
  const server = fakeServer();
  const headers = { link: '</api/laws/3/articles?cursor=x>; rel="next"' };
  server.on(listLawArticles, { ...answers.json([article('Art. 1º')]), headers });
  const { user } = renderInApp(<List />);
  await screen.findByText('Art. 1º');
  expect(screen.queryByRole('alert')).toBeNull();
  server.on(listLawArticles, answers.error(500, 'internal', 'Algo deu errado.'));
  await user.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Não conseguimos carregar o resto.');
  expect(screen.getByText('Art. 1º')).toBeTruthy();
  server.on(listLawArticles, answers.json([article('Art. 2º')]));
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Art. 2º')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
