import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  attachToLesson,
  changeAttachment,
  listLessonAttachments,
  removeAttachment,
} from '#contract/content/attachments.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import AttachmentsEditor from './attachments-editor.tsx';

const quadro = {
  ...{ id: 3, name: 'Quadro.pdf', kind: 'pdf', bytes: 245_760, hasWatermark: false },
  ...{ url: '/api/attachments/3', createdAt: '2026-11-15T12:00:00.000Z' },
};

function open() {
  const server = fakeServer();
  server.on(listLessonAttachments, answers.json([quadro]));
  return { ...renderInApp(<AttachmentsEditor of={{ kind: 'lesson', id: 7 }} />), server };
}

test('a refused file is reported by its name, and the next one is still sent', async () => {
  const { user, server } = open();
  await screen.findByText('Quadro.pdf');
  server.on(attachToLesson, answers.error(415, 'unsupported_type', 'Este PDF está danificado.'));
  await user.upload(screen.getByLabelText('Escolher anexos'), [new File(['a'], 'a.pdf'), new File(['b'], 'b.pdf')]);
  await screen.findByText('Não anexamos “b.pdf”');
  expect(screen.getByText('Este PDF está danificado.')).toBeTruthy();
  const sent = server.calls.filter(({ path, body }) => path === '/api/articles/7/attachments' && body);
  expect(sent).toHaveLength(2);
});

test('the watermark is switched in place, and removing a file asks', async () => {
  const { user, server } = open();
  server.on(changeAttachment, answers.json({ ...quadro, hasWatermark: true }));
  server.on(removeAttachment, answers.json({ ok: true }));
  await user.click(await screen.findByRole('button', { name: 'Nome do aluno em Quadro.pdf' }));
  expect(server.calls).toContainEqual(
    expect.objectContaining({ path: '/api/attachments/3', body: { hasWatermark: true } }),
  );
  await user.click(screen.getByRole('button', { name: 'Tirar Quadro.pdf' }));
  await user.click(await screen.findByRole('button', { name: 'Tirar' }));
  expect(server.calls.filter(({ path }) => path === '/api/attachments/3').length).toBeGreaterThan(1);
});

test('readers open what a browser shows, and save everything', async () => {
  open();
  expect((await screen.findByRole('link', { name: 'Quadro.pdf' })).getAttribute('href')).toBe('/api/attachments/3');
  expect(screen.getByRole('link', { name: 'Baixar Quadro.pdf' }).getAttribute('href')).toBe(
    '/api/attachments/3?save=true',
  );
});
