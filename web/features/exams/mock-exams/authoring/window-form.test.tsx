import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type AuthoredWindow, createSeries, saveWindow } from '#contract/exams/quiz-windows.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { SeriesForm } from './series-form.tsx';
import { WindowForm } from './window-form.tsx';

const stored: AuthoredWindow = {
  id: 7,
  title: 'Simulado 8',
  isPublished: true,
  timeLimit: 60,
  questionCount: 60,
  drawCount: 0,
  version: 0,
  window: null,
  serverTime: '2026-11-15T12:00:00.000Z',
};
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('the form sends times in the time zone of the school', async () => {
  signedIn('teacher');
  const server = fakeServer();
  server.on(saveWindow, answers.json({ ...stored, version: 1 }));
  const { user } = renderInApp(<WindowForm stored={stored} />);
  await user.click(screen.getByRole('button', { name: 'Salvar horário' }));
  expect(screen.getAllByText('Informe data e hora.')).toHaveLength(2);
  fill('Abre', '2026-11-21T09:00');
  fill('Fecha', '2026-11-21T18:00');
  await user.click(screen.getByRole('radio', { name: /Tem o tempo inteiro/ }));
  await user.click(screen.getByRole('button', { name: 'Salvar horário' }));
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(server.calls[0]?.body).toEqual({
    version: 0,
    window: { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:00:00.000Z', lateStart: 'full' },
  });
});

it('a quiz that draws becomes a series, and its quizzes are shown', async () => {
  signedIn('teacher');
  const server = fakeServer();
  const made = { id: 9, title: 'Semana 1', opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:00:00.000Z' };
  server.on(createSeries, answers.json([made]));
  const { user } = renderInApp(<SeriesForm quiz={{ ...stored, drawCount: 10 }} />);
  // Nothing has to be filled in: the next four Saturdays, from nine to six.
  await user.click(screen.getByRole('button', { name: 'Criar série' }));
  await screen.findByText('Série criada');
  expect(screen.getByRole('link', { name: 'Semana 1' }).getAttribute('href')).toBe('/teacher/quizzes/9');
  expect(server.calls[0]?.body).toMatchObject({
    quizId: 7,
    title: 'Simulado 8',
    count: 4,
    window: { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:00:00.000Z' },
  });
});
