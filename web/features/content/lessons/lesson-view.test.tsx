import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Lesson } from '#contract/content/lessons.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { LessonDoubts, LessonQuestions } from './lesson-slots.ts';
import { LessonView } from './lesson-view.tsx';

afterEach(() => queryClient.clear());

const lesson: Lesson = {
  id: 7,
  title: 'Crase',
  subjectId: 1,
  topicId: null,
  published: true,
  authorId: null,
  readingMinutes: 5,
  createdAt: '2026-11-01T12:00:00.000Z',
  content: '<p>Texto.</p>',
  recordings: [],
  subjectName: 'Português',
  authorName: 'Luana Farias',
  wordCount: 1000,
  updatedAt: '2026-11-01T12:00:00.000Z',
  version: 1,
  previous: null,
  next: null,
};

async function open(completedAt: string | null) {
  fakeServer();
  signedIn();
  for (const slot of [LessonQuestions, LessonDoubts]) slot.fill(() => null);
  renderInApp(<LessonView lesson={lesson} standing={{ lessonId: 7, position: 0, completedAt }} />);
  // The tools of the reader are loaded behind the text.
  await act(() => vi.dynamicImportSettled());
  return within(screen.getByRole('complementary'));
}

it('beside an open lesson stands how much of it was read, beside a finished one only that it is finished', async () => {
  expect((await open(null)).getByText('0% lida, faltam 5 min')).toBeTruthy();
  cleanup();
  const beside = await open('2026-11-02T12:00:00.000Z');
  expect(beside.getByText('Concluída')).toBeTruthy();
  expect(beside.queryByText(/lida/)).toBeNull();
});
