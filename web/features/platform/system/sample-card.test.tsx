import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getSampleSchool, removeSampleSchool, type SampleRemoval } from '#contract/platform/admin-system.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { SampleCard } from './sample-card.tsx';

const sample = {
  loadedAt: '2026-11-15T12:00:00.000Z',
  people: 59,
  courses: 6,
  lessons: 16,
  quizzes: 4,
  questions: 50,
  exams: 3,
};
const gone = { removed: 1, kept: 0 };
const removal: SampleRemoval = {
  people: gone,
  courses: { removed: 5, kept: 1 },
  lessons: { removed: 12, kept: 4 },
  quizzes: gone,
  questions: gone,
  exams: gone,
  subjects: gone,
};

it('the sample school is removed after a confirmation, and a message says what stays', async () => {
  const server = fakeServer();
  server.on(getSampleSchool, answers.json({ sample }));
  server.on(removeSampleSchool, answers.json(removal));
  const { user } = renderInApp(<SampleCard />);
  await screen.findByText(/59 pessoas, 6 cursos, 16 aulas e 4 simulados/);
  await user.click(screen.getByRole('button', { name: 'Remover a escola de exemplo' }));
  expect(server.calls).toHaveLength(1);
  server.on(getSampleSchool, answers.json({ sample: null }));
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  await screen.findByText('Escola de exemplo removida');
  await screen.findByText('Ficou o que já está em uso ou foi alterado: 1 curso, 4 aulas.');
  await waitFor(() => expect(screen.queryByText('Escola de exemplo')).toBeNull());
});
