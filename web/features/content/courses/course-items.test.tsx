import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CourseDetail } from '#contract/content/courses.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { CourseItems } from './course-items.tsx';

const courseOf = (count: number, moduleOf: (index: number) => string) =>
  ({
    canEdit: false,
    enrollment: null,
    items: Array.from({ length: count }, (_, index) => ({
      kind: 'lesson',
      id: index + 1,
      title: `Aula ${index + 1}`,
      done: index < 3,
      minutes: 5,
      module: moduleOf(index),
    })),
  }) as unknown as CourseDetail;

const rows = () => document.querySelectorAll('ol > li').length;

test('a long course renders in steps, and completely in the end', async () => {
  renderInApp(<CourseItems course={courseOf(150, () => '')} />);
  expect(rows()).toBeLessThan(150);
  expect(document.body.textContent).toContain('3 de 150 itens');
  await waitFor(() => expect(rows()).toBe(150));
});

test('a module counts all its items, rendered or not', async () => {
  renderInApp(<CourseItems course={courseOf(140, (index) => `Módulo ${Math.floor(index / 70) + 1}`)} />);
  expect(document.body.textContent).toContain('3 de 70 itens');
  await waitFor(() => expect(rows()).toBe(140));
  expect(document.body.textContent).toContain('0 de 70 itens');
});
