import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listFinishedCourses } from '#contract/content/courses.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { FinishedCourses } from './finished-courses.tsx';

const course = { id: 1, title: 'Soldado PM', completedAt: '2026-11-15T12:00:00.000Z' };

test.each([
  ['4R7K0QZPM2XH', '/certificates/4R7K0QZPM2XH'],
  [null, '/certificates'],
])('the end of a course is shown as a status message, with its certificate (%s)', async (certificateCode, path) => {
  const server = fakeServer();
  server.on(listFinishedCourses, answers.json([{ ...course, certificateCode }]));
  renderInApp(<FinishedCourses kind="lesson" id={3} />);
  const link = await screen.findByRole('link', { name: 'Ver certificado' });
  expect(link.getAttribute('href')).toBe(path);
  expect(link.closest('[role=status]')?.textContent).toContain('Você concluiu o curso Soldado PM');
});

test('a failed load of the finished courses shows nothing', async () => {
  const server = fakeServer();
  server.on(listFinishedCourses, answers.proxyPage(502));
  renderInApp(<FinishedCourses kind="quiz" id={3} />);
  await expect.poll(() => server.calls.length).toBe(1);
  expect(screen.queryByRole('link')).toBeNull();
});
