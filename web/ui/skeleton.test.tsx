import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';

it('the blocks of a skeleton group are skeletons of these sizes, in this order, after the spoken text', () => {
  expect(renderToStaticMarkup(<SkeletonGroup className="grid gap-2" blocks={['h-8 w-full', 'h-12']} />)).toBe(
    '<div role="status" class="grid gap-2"><span class="sr-only">Carregando…</span>' +
      '<div aria-hidden="true" class="skeleton h-8 w-full"></div><div aria-hidden="true" class="skeleton h-12"></div></div>',
  );
});

it('another arrangement is given as children', () => {
  const group = (
    <SkeletonGroup label="Carregando aulas…">
      <Skeleton className="h-4" />
    </SkeletonGroup>
  );
  expect(renderToStaticMarkup(group)).toBe(
    '<div role="status"><span class="sr-only">Carregando aulas…</span><div aria-hidden="true" class="skeleton h-4"></div></div>',
  );
});
