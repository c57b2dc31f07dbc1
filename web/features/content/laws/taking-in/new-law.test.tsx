import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createLaw, type LawPreview, previewLaw } from '#contract/content/laws.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { NewLaw } from './new-law.tsx';

const preview: LawPreview = {
  ...{ name: 'Lei nº 9', ementa: '', urn: null, earlierCount: 0, outline: [], problems: [], moreProblems: 0 },
  counts: [{ kind: 'artigo', count: 2 }],
};

async function read(found: Partial<LawPreview>) {
  const server = fakeServer();
  server.on(previewLaw, answers.json({ ...preview, ...found }));
  const { user } = renderInApp(<NewLaw onClose={() => {}} />);
  await user.type(await screen.findByLabelText('Texto da norma'), 'Art. 1º Um.');
  await user.click(screen.getByRole('button', { name: 'Ver o que foi entendido' }));
  await screen.findByRole('button', { name: 'Voltar ao texto' });
  return { user, server };
}

it('the text is still there when its author goes back from the preview', async () => {
  const { user } = await read({});
  await user.click(screen.getByRole('button', { name: 'Voltar ao texto' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Texto da norma').value).toBe('Art. 1º Um.');
});

it('a text without articles is not offered for storing, and the message says why', async () => {
  const { server } = await read({ counts: [{ kind: 'titulo', count: 1 }] });
  expect(await screen.findByText('Não encontramos nenhum artigo neste texto')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Guardar/ })).toBeNull();
  expect(server.calls.some(({ path }) => path === createLaw.path)).toBe(false);
});

it.each([
  [0, 0, 'Guardar norma'],
  [1, 0, 'Guardar mesmo com 1 aviso'],
  [2, 5, 'Guardar mesmo com 7 avisos'],
])('%i listed problems and %i more: %s', async (listed, moreProblems, label) => {
  const problems = Array.from({ length: listed }, (_, at) => ({ line: at + 1, words: 'Faltam artigos.' }));
  await read({ problems, moreProblems });
  expect(screen.getByRole('button', { name: label })).toBeTruthy();
});
