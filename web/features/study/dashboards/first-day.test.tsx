import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import { beginStartTest, endFirstDay, getFirstDay } from '#contract/study/first-day.ts';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import ComingDays from './coming-days.tsx';
import FirstDay from './first-day.tsx';

afterEach(() => queryClient.clear());

const exam: StudyPlan['exam'] = { id: 1, name: 'Soldado PM', date: '2027-01-31', daysLeft: 70, hasSyllabus: true };
const dashboard = (goalChosen: boolean) =>
  ({ week: { goalChosen, goalHours: 10 }, hasCourses: true }) as unknown as StudentDashboard;

function firstDay(
  { goalChosen = true, followed = exam }: { goalChosen?: boolean; followed?: StudyPlan['exam'] },
  told: object,
) {
  signedIn();
  const server = fakeServer();
  server.on(getFirstDay, answers.json({ test: null, syllabusMinutes: null, ...told }));
  server.on(beginStartTest, answers.json({ practiceId: 7 }));
  const onSkip = vi.fn();
  const part = (
    <FirstDay
      dashboard={dashboard(goalChosen)}
      exam={followed}
      chooseExam={() => <p>Provas para escolher</p>}
      onSkip={onSkip}
    />
  );
  return { server, onSkip, ...renderInApp(part, '/') };
}

it('the first day asks for the exam, then for the hours, with the share of the syllabus they cover', async () => {
  firstDay({ goalChosen: false, followed: null }, {});
  expect(screen.getByText('Provas para escolher')).toBeDefined();
  expect(screen.getByText('Passo 1 de 3')).toBeDefined();
});

it('each choice of hours shows how much of the syllabus it covers', async () => {
  firstDay({ goalChosen: false }, { syllabusMinutes: 6000 });
  expect(await screen.findByText('50% do edital')).toBeDefined();
  expect(screen.getByText('edital inteiro')).toBeDefined();
  expect(screen.getAllByText('edital inteiro e revisão')).toHaveLength(2);
  expect(screen.getByText(/Até a prova: 100 horas/)).toBeDefined();
});

it('the start test is offered last, can be started, and can be skipped', async () => {
  const { server, onSkip, user, path } = firstDay({}, { test: { practiceId: null, questions: 10, answered: 0 } });
  expect(await screen.findByRole('heading', { name: 'Teste de partida: 10 questões' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Começar o teste/ }));
  await waitFor(() => expect(path()).toBe('/practice/7'));
  expect(server.calls.map((one) => one.path)).toContain('/api/first-day/test');
  await user.click(screen.getByRole('button', { name: 'Agora não' }));
  expect(onSkip).toHaveBeenCalled();
});

it('a started test is continued', async () => {
  firstDay({}, { test: { practiceId: 7, questions: 10, answered: 4 } });
  expect(await screen.findByText('Você respondeu 4 de 10. Continue de onde parou.')).toBeDefined();
});

it('the first day leads to a course when there is no test', async () => {
  firstDay({}, {});
  expect(await screen.findByRole('link', { name: /Escolher um curso/ })).toBeDefined();
});

it('a first day that was left without a network is ended on the server when home is opened again', async () => {
  signedIn();
  const server = fakeServer();
  server.on(endFirstDay, answers.json({ ok: true }));
  const left = {
    isFirstDay: true,
    access: { active: true, endsOn: null },
    enrollmentCount: 0,
    recentQuizAttempts: [],
    subjects: [],
    calendar: [],
  } as unknown as StudentDashboard;
  renderInApp(<ComingDays dashboard={left} hasMap={false} />, '/');
  await waitFor(() => expect(server.calls.map((one) => one.path)).toContain('/api/first-day/end'));
});
