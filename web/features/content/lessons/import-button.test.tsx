import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { importLesson, type LessonImport } from '#contract/content/lesson-import.ts';
import { DOCX_MAX_BYTES } from '#contract/limits.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ImportButton, useLessonImport } from './import-button.tsx';

const read: LessonImport = {
  title: 'Crase',
  content: '<p>Texto com 10<sup>3</sup>.</p>',
  imageCount: 0,
  missed: [
    { what: 'objetos incorporados', count: 1 },
    { what: 'desenhos', count: 2 },
  ],
};

function Writing({ use }: { use: (read: LessonImport) => void }) {
  const { open, preview, isReading } = useLessonImport(use, true);
  return (
    <>
      <ImportButton onFile={(file) => void open(file)} busy={isReading} disabled={false} />
      {preview}
    </>
  );
}

function show() {
  const server = fakeServer();
  const use = vi.fn<(read: LessonImport) => void>();
  const { user } = renderInApp(<Writing use={use} />);
  const choose = (file: File) => user.upload(screen.getByLabelText('Escolher arquivo do Word'), file);
  return { server, use, user, choose };
}
const document = new File(['x'], 'crase.docx');

it('the author sees what came of a Word file and what did not, before it becomes the text', async () => {
  const { server, use, user, choose } = show();
  server.on(importLesson, answers.json(read));
  await choose(document);
  const preview = within(await screen.findByRole('dialog', { name: 'O que veio do Word' }));
  expect(preview.getByText('Não veio tudo')).toBeTruthy();
  expect(preview.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'objetos incorporados: 1',
    'desenhos: 2',
  ]);
  expect(preview.getByText('3').tagName).toBe('SUP');
  expect(use).not.toHaveBeenCalled();
  await user.click(preview.getByRole('button', { name: 'Acrescentar ao texto' }));
  expect(use).toHaveBeenCalledExactlyOnceWith(read);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a file that cannot be read is refused in a sentence, a large one before it is sent', async () => {
  const { server, use, choose } = show();
  server.on(importLesson, answers.error(400, 'bad_request', 'O arquivo está danificado.'));
  await choose(document);
  expect(await screen.findByText('O arquivo está danificado.')).toBeTruthy();
  const large = new File(['x'], 'livro.docx');
  Object.defineProperty(large, 'size', { value: DOCX_MAX_BYTES + 1 });
  await choose(large);
  expect(await screen.findByText('O arquivo deve ter no máximo 20 MB.')).toBeTruthy();
  expect(server.calls).toHaveLength(1);
  expect(use).not.toHaveBeenCalled();
});
