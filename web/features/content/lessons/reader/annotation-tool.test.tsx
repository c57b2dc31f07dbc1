import { act, screen, waitFor, within } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  updateAnnotation,
} from '#contract/content/annotations.ts';
import { PreparedRichText, prepareText } from '#web/editor/rich-text.tsx';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { AnnotationTool } from './annotation-tool.tsx';

const text = prepareText('<p>O motivo é o pressuposto de fato e de direito.</p><p>Segundo parágrafo.</p>');

function Reader() {
  const body = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={body}>
        <PreparedRichText text={text} />
      </div>
      <AnnotationTool lessonId={7} title="Atos" text={text} body={body} />
    </>
  );
}

const kept = {
  id: 3,
  lessonId: 7,
  lessonTitle: 'Atos',
  quote: 'pressuposto de fato',
  prefix: 'O motivo é o ',
  suffix: ' e de direito.',
  position: 13,
  note: 'cai sempre',
  version: 1,
  createdAt: '2026-11-16T12:00:00.000Z',
  updatedAt: '2026-11-16T12:00:00.000Z',
  links: [],
};

function select(words: string) {
  const node = screen.getByText(/Segundo/).firstChild as Text;
  const start = node.data.indexOf(words);
  act(() => {
    getSelection()?.setBaseAndExtent(node, start, node, start + words.length);
    document.dispatchEvent(new Event('selectionchange'));
  });
}

it('earlier highlights are shown, and a note is opened by keyboard and saved over its version', async () => {
  const server = fakeServer();
  server.on(listAnnotations, answers.json([kept, { ...kept, id: 4, quote: 'trecho que saiu da aula', note: '' }]));
  server.on(updateAnnotation, answers.json({ ...kept, note: 'caiu em 2024', version: 2 }));
  const { user } = renderInApp(<Reader />);
  const mark = await screen.findByRole('button', { name: 'pressuposto de fato' });
  screen.getByText(/Uma anotação sua é de um trecho que não está mais na aula/);
  act(() => mark.focus());
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Sua anotação' });
  const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox');
  expect(field.value).toBe('cai sempre');
  await user.clear(field);
  await user.type(field, 'caiu em 2024');
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.at(-1)).toMatchObject({ path: '/api/annotations/3', body: { note: 'caiu em 2024', version: 1 } });
});

it('a selection is highlighted with its context; after a failure the typed note stays', async () => {
  const server = fakeServer();
  server.on(listAnnotations, answers.json([]));
  server.on(createAnnotation, answers.offline);
  const { user } = renderInApp(<Reader />);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  select('parágrafo');
  await user.click(await screen.findByRole('button', { name: 'Anotar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Anotar trecho' });
  // The words go into the field without another press.
  expect(document.activeElement).toBe(within(dialog).getByRole('textbox'));
  await user.type(within(dialog).getByRole('textbox'), 'rever');
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Trecho não marcado');
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('rever');

  const made = { ...kept, id: 9, quote: 'parágrafo', prefix: 'e direito.Segundo ', suffix: '.', position: 54 };
  server.on(createAnnotation, answers.json({ ...made, note: 'rever' }, 201));
  await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await screen.findByRole('button', { name: 'parágrafo' });
  const [first, again] = server.calls.slice(-2).map(({ body }) => body as Record<string, unknown>);
  expect(first).toMatchObject({ quote: 'parágrafo', suffix: '.', note: 'rever' });
  // The second press is the same mark, not another one.
  expect(again).toEqual(first);

  server.on(deleteAnnotation, answers.json({ ok: true }));
  await user.click(screen.getByRole('button', { name: 'parágrafo' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(document.querySelector('mark')).toBeNull());
});
