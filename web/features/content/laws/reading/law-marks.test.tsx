import { act, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { createLawAnnotation, listArticleAnnotations } from '#contract/content/law-annotations.ts';
import type { LawArticlePage } from '#contract/content/laws.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ArticleText } from '../article-text.tsx';
import { LawMarks } from './law-marks.tsx';

const device = (lexId: string, kind: 'caput' | 'inciso', label: string, text: string) => ({
  ...{ lexId, kind, label, text, depth: 1, state: 'in_force' as const, earlierCount: 0 },
  amending: kind === 'inciso' ? 'Emenda Constitucional nº 104, de 2019' : '',
});

const pageOf = (second: string): LawArticlePage => ({
  law: { id: 3, urn: 'urn', name: 'Constituição Federal', shortName: 'CF', ementa: '' },
  asOf: { day: '2026-11-18', edital: null },
  path: [],
  article: {
    lexId: 'art144',
    label: 'Art. 144.',
    title: '',
    devices: [
      device('art144_cpt', 'caput', '', 'A polícia ostensiva é dever do Estado:'),
      device('art144_cpt_inc1', 'inciso', 'I -', second),
    ],
  },
  previous: null,
  next: null,
  history: [],
  earlier: [],
  lessons: [],
});

const annotation = {
  id: 8,
  lessonId: null,
  lessonTitle: 'Art. 144, CF',
  law: { id: 3, article: 'art144', lexId: 'art144_cpt_inc1' },
  ...{ quote: 'polícia ostensiva', prefix: 'I - ', suffix: ' e a ordem', position: 4, note: '', version: 1 },
  ...{ createdAt: '2026-11-16T12:00:00.000Z', updatedAt: '2026-11-16T12:00:00.000Z', links: [] },
};

function Reader({ page }: { page: LawArticlePage }) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={body}>
        <ArticleText article={page.article} />
      </div>
      <LawMarks page={page} body={body} />
    </>
  );
}

it('a mark stays with its device, though the same words stand before it', async () => {
  fakeServer().on(listArticleAnnotations, answers.json([annotation]));
  renderInApp(<Reader page={pageOf('polícia ostensiva e a ordem pública;')} />);
  const mark = await screen.findByRole('button', { name: 'polícia ostensiva' });
  expect(mark.closest('p')?.id).toBe('art144_cpt_inc1');
});

it('a message says that a highlight is lost in the amended text, though another device has its words', async () => {
  fakeServer().on(listArticleAnnotations, answers.json([annotation]));
  renderInApp(<Reader page={pageOf('guardas municipais;')} />);
  await screen.findByText(/Uma anotação sua é de um trecho que não está neste texto do artigo/);
  expect(screen.queryByRole('button', { name: 'polícia ostensiva' })).toBeNull();
});

it('a selection is marked by its device and its place in it, without the label of the amendment', async () => {
  const server = fakeServer();
  server.on(listArticleAnnotations, answers.json([]));
  server.on(createLawAnnotation, answers.json({ ...annotation, quote: 'a ordem pública' }, 201));
  const { user } = renderInApp(<Reader page={pageOf('polícia ostensiva e a ordem pública;')} />);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  const paragraph = screen.getByText(/a ordem pública/);
  const node = [...paragraph.childNodes].find((one): one is Text => one instanceof Text && /ordem/.test(one.data));
  if (!node) throw new Error('no text');
  const start = node.data.indexOf('a ordem');
  act(() => {
    getSelection()?.setBaseAndExtent(node, start, node, start + 'a ordem pública'.length);
    document.dispatchEvent(new Event('selectionchange'));
  });
  await user.click(await screen.findByRole('button', { name: 'Marcar' }));
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(1));
  expect(server.calls[1]).toMatchObject({
    path: '/api/laws/3/articles/art144/annotations',
    body: { quote: 'a ordem pública', lexId: 'art144_cpt_inc1', position: 24, suffix: '; ', note: '' },
  });
});
