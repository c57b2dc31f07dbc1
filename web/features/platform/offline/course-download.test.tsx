import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getOfflineCourse } from '#contract/study/offline.ts';
import { OWNER, readCache } from '#web/lib/cache-names.ts';
import { renewSchool } from '#web/lib/school.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { meetWorker } from './cache-document-answers.ts';
import CourseDownload from './course-download.tsx';

/** A browser that supports storage and has no saved courses yet. */
function device() {
  const names = new Set<string>();
  const user = signedIn();
  vi.stubGlobal('caches', {
    has: async (name: string) => names.has(name),
    open: async () => ({
      match: async (path: string) =>
        path === OWNER ? Response.json({ userId: user.id, confirmedAt: Date.now() }) : undefined,
      keys: async () => [],
    }),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  renewSchool({ hasWorker: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    renewSchool({ hasWorker: false });
  });
  return {
    /** The worker has cached the page's document, and with it the owner, before the page asks. */
    meet: async () => {
      names.add(readCache(user.id));
      await meetWorker(user.id);
    },
  };
}

test('its place is there before anything is known, and stays the same when it is', async () => {
  const server = fakeServer();
  server.on(
    getOfflineCourse,
    answers.json({ id: 1, title: 'Penal', bytes: 2_000_000, lessons: [lesson], attachments: [] }),
  );
  const { meet } = device();
  renderInApp(<CourseDownload courseId={1} />);
  const card = screen.getByRole('region', { name: 'Estudar offline' });
  const button = within(card).getByRole('button', { name: 'Baixar para estudar offline' });
  expect(button).toHaveProperty('disabled', true);
  const place = card.querySelector('p > span');
  expect(place?.textContent).toBe('');
  await act(meet);
  await within(card).findByText(/^Ocupa /);
  expect(card.querySelector('p > span')).toBe(place);
  expect(button).toHaveProperty('disabled', false);
});

test.each([
  ['the operator has called the worker back', () => renewSchool({ hasWorker: false })],
  ['the browser has no worker', () => void Reflect.deleteProperty(navigator, 'serviceWorker')],
])('nothing shows where %s', (_, happens) => {
  fakeServer();
  device();
  happens();
  renderInApp(<CourseDownload courseId={1} />);
  expect(screen.queryByText('Estudar offline')).toBeNull();
});

const lesson = { id: 7, title: 'Dolo e culpa', version: 1, pictures: [], recordings: [], attachments: [] };

test('a course with recordings shows the size of each choice before the download, and says when it does not fit', async () => {
  const server = fakeServer();
  const recordings = [{ id: 5, variant: '480', bytes: 300 * 1024 * 1024, hasCaptions: true }];
  const attachments = [{ id: 9, bytes: 5 * 1024 * 1024 }];
  const course = { id: 1, title: 'Penal', bytes: 1024 * 1024, lessons: [{ ...lesson, recordings }], attachments };
  server.on(getOfflineCourse, answers.json({ ...course, endsAt: null }));
  const { meet } = device();
  const estimate = async () => ({ quota: 200 * 1024 * 1024, usage: 0 });
  Object.defineProperty(navigator, 'storage', { value: { estimate }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  renderInApp(<CourseDownload courseId={1} />);
  await act(meet);
  fireEvent.click(await screen.findByRole('button', { name: 'Baixar para estudar offline' }));
  const dialog = await screen.findByRole('dialog', { name: 'Estudar offline' });
  const films = within(dialog).getByRole('checkbox', { name: 'Vídeos e áudios (300,0 MB)' });
  expect(films).toHaveProperty('checked', false);
  expect(within(dialog).getByText('1 gravação em tamanho menor, com as legendas.')).toBeDefined();
  expect(await within(dialog).findByRole('button', { name: 'Baixar 1,0 MB' })).toHaveProperty('disabled', false);
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Anexos (5,0 MB)' }));
  expect(within(dialog).getByRole('button', { name: 'Baixar 6,0 MB' })).toHaveProperty('disabled', false);
  fireEvent.click(films);
  expect(within(dialog).getByText('Não cabe neste aparelho')).toBeDefined();
  expect(within(dialog).getByRole('button', { name: 'Baixar 306,0 MB' })).toHaveProperty('disabled', true);
});
