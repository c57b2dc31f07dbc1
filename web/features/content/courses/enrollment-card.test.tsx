import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CourseDetail } from '#contract/content/courses.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { EnrollmentCard } from './enrollment-card.tsx';

const at = '2026-11-15T12:00:00.000Z';
const course: CourseDetail = {
  id: 1,
  title: 'Soldado PM',
  description: '',
  category: 'GERAL',
  difficulty: 'beginner',
  duration: 60,
  isPublished: true,
  imageUrl: null,
  instructorId: null,
  instructorName: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
  lessonCount: 2,
  quizCount: 0,
  students: 1,
  averageRating: null,
  ratingCount: 0,
  enrollment: { progress: 0, done: 0, total: 2 },
  items: [],
  myRating: null,
  completedAt: null,
  canEdit: false,
  isOpen: true,
};

test.each<[string, Partial<CourseDetail>, boolean]>([
  ['before anything was studied', {}, false],
  ['after the first item', { enrollment: { progress: 50, done: 1, total: 2 } }, true],
  ['once it was given, also when the item is undone', { myRating: 4 }, true],
])('a rating is offered once something was studied: %s', async (_, change, isOffered) => {
  signedIn();
  await act(async () => {
    renderInApp(<EnrollmentCard course={{ ...course, ...change }} />);
    // Late responses must not arrive in another test.
    await import('#web/features/platform/offline/course-download.tsx');
  });
  expect(screen.queryByRole('group', { name: 'Sua avaliação' }) !== null).toBe(isOffered);
});
