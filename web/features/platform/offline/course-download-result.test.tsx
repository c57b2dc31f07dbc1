import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getOfflineCourse } from '#contract/study/offline.ts';
import { OWNER, readCache, savedCache } from '#web/lib/cache-names.ts';
import { renewSchool } from '#web/lib/school.ts';
import { fakeCaches } from '#web/service-worker/testing/fake-world.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import CourseDownload from './course-download.tsx';
import { type Download, removeDownload } from './courses-on-device.ts';
import { downloadCourse } from './downloads.ts';

vi.mock('./downloads.ts', () => ({ downloadCourse: vi.fn(), saveReview: vi.fn() }));

const choice = { recordings: false, attachments: false };
/** Interrupted in its texts: one lesson of two is here. */
const interrupted: Download = {
  ...{ id: 1, title: 'Penal', bytes: 3 * 1024 * 1024, missingTextBytes: 1024 * 1024, savedAt: '2026-11-15T12:00:00Z' },
  ...{ lessons: [{ id: 7, title: 'Dolo', version: 1 }], addresses: [], endsAt: null, choice, files: [] },
};

async function renderInterrupted() {
  const user = signedIn();
  const lessons = [{ id: 7, title: 'Dolo', version: 1, bytes: 1, pictures: [], recordings: [], attachments: [] }];
  fakeServer().on(
    getOfflineCourse,
    answers.json({ id: 1, title: 'Penal', bytes: 3 * 1024 * 1024, lessons, attachments: [], endsAt: null }),
  );
  const { caches } = fakeCaches();
  vi.stubGlobal('caches', caches);
  await (await caches.open(readCache(user.id))).put(OWNER, Response.json({ userId: user.id, confirmedAt: Date.now() }));
  await (await caches.open(savedCache(user.id))).put('/kept/course/1', Response.json(interrupted));
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  renewSchool({ hasWorker: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    renewSchool({ hasWorker: false });
  });
  const { user: person } = renderInApp(<CourseDownload courseId={1} />);
  expect(await screen.findByText('Faltam 1,0 MB do que você escolheu levar.')).toBeDefined();
  const continueDownload = async () =>
    person.click(await screen.findByRole('button', { name: 'Continuar o download' }));
  return { userId: user.id, continueDownload };
}

test('a download that stopped in its texts can be continued, and says how many files are gone', async () => {
  vi.mocked(downloadCourse).mockResolvedValueOnce({ missingFiles: 2 });
  const { continueDownload } = await renderInterrupted();
  await continueDownload();
  expect(await screen.findByText(/menos 2 arquivos que o servidor não tem mais/)).toBeDefined();
  expect(vi.mocked(downloadCourse).mock.lastCall?.[2]).toMatchObject({ choice });
});

test('a course that is removed on another screen while it comes is neither downloaded nor paused', async () => {
  vi.mocked(downloadCourse).mockImplementationOnce(
    (_, __, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      }),
  );
  const { userId, continueDownload } = await renderInterrupted();
  await continueDownload();
  await screen.findByRole('button', { name: 'Pausar' });
  await waitFor(() => expect(downloadCourse).toHaveBeenCalled());
  await act(() => removeDownload(userId, 1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pausar' })).toBeNull());
  for (const said of ['Curso baixado', 'Download pausado', 'Curso não baixado']) {
    expect(screen.queryByText(said)).toBeNull();
  }
});
