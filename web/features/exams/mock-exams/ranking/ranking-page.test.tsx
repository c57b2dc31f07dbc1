import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from 'wouter';
import { getRanking, type Ranking, setRankingPresence } from '#contract/exams/quiz-ranking.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { barOf } from './ranking-chart.tsx';
import RankingScreen from './ranking-screen.tsx';

const person = (place: number, alias: string, points: number, isYou = false) => ({
  place,
  position: place,
  alias,
  points,
  timeSpent: 9660,
  isYou,
});

const ranking: Ranking = {
  quizId: 8,
  title: 'Simulado 8',
  opensAt: '2026-11-15T12:00:00.000Z',
  resultsAt: '2026-11-15T15:00:00.000Z',
  state: 'ready',
  people: 412,
  passed: 96,
  eliminated: 0,
  regradedAt: null,
  passLine: 30,
  maxPoints: 60,
  subjects: [
    { id: 1, name: 'Direito Penal' },
    { id: 2, name: 'Português' },
  ],
  subjectId: null,
  tieBreaks: [{ by: 'subject', subject: 'Direito Penal' }],
  chart: { from: 1, to: 46, counts: [1, 2, 4, 20, 60, 125, 112, 60, 20, 8] },
  you: {
    alias: 'Garça 27',
    isIn: true,
    points: 35,
    timeSpent: 9660,
    position: 38,
    isEliminated: false,
    betterThan: 90.8,
    fromPassLine: 5,
    before: { title: 'Simulado 7', position: 74, of: 380 },
  },
  top: [person(1, 'Carcará 4', 46), person(2, 'Ipê 19', 45)],
  around: [person(37, 'Aroeira 11', 35), person(38, 'Garça 27', 35, true)],
  eliminatedPeople: [],
};

const open = (answer: Ranking) => {
  signedIn('student');
  const server = fakeServer();
  server.on(getRanking, answers.json(answer));
  server.on(setRankingPresence, answers.json({ isIn: false }));
  return {
    server,
    ...renderInApp(<Route path="/quizzes/:id/ranking" component={RankingScreen} />, '/quizzes/8/ranking'),
  };
};

it('the page shows the rank, the alias, and the distance from the cut', async () => {
  open(ranking);
  await screen.findByRole('heading', { name: 'Você: 38º de 412' });
  screen.getByText(/À frente de 90,8% das pessoas\. Sua nota está 5,0 acima do corte\. 96 de 412 pessoas passaram\./);
  screen.getByText('34 posições');
  screen.getByText(/era 74º em Simulado 7/);
  screen.getByText('Empate: vence quem tem mais pontos em Direito Penal.');
  expect(screen.getByRole('row', { current: true }).textContent).toContain('Garça 27 (você)');
  screen.getByRole('img', { name: /412 notas, de 1,0 a 46,0; a sua é 35,0; corte 30,0/ });
});

it('eliminated students are listed separately, without a position, and do not affect positions', async () => {
  const out = { alias: 'Jacu 3', points: 39, timeSpent: 9000, isYou: false };
  open({ ...ranking, eliminated: 12, eliminatedPeople: [out] });
  await screen.findByRole('heading', { name: 'Você: 38º de 400 classificados' });
  screen.getByText(/12 pessoas foram eliminadas por não alcançar um mínimo e não têm posição/);
  screen.getByRole('heading', { name: 'Eliminados' });
  const row = screen.getByRole('row', { name: /Jacu 3/ });
  expect(row.textContent).not.toContain('º');
  screen.getByText('e mais 11 pessoas');
});

it('an eliminated student reads that they were eliminated, and sees no position', async () => {
  const you = ranking.you && { ...ranking.you, position: null, betterThan: null, isEliminated: true, before: null };
  const out = { alias: 'Garça 27', points: 39, timeSpent: 9000, isYou: true };
  open({ ...ranking, you, around: [], eliminated: 1, eliminatedPeople: [out] });
  await screen.findByRole('heading', { name: 'Você foi eliminado: não alcançou todos os mínimos' });
  expect(screen.getByRole('row', { current: true }).textContent).toContain('Garça 27 (você)');
});

it('the chosen subject is in the address, so that Back returns to it', async () => {
  const { user, path } = open(ranking);
  await user.click(await screen.findByRole('button', { name: 'Português' }));
  expect(path()).toBe('/quizzes/8/ranking?materia=2');
});

it('the ranking is left with one switch', async () => {
  const { server, user } = open(ranking);
  await user.click(await screen.findByRole('switch', { name: 'Aparecer no ranking como Garça 27' }));
  expect(server.calls.find(({ path }) => path === '/api/ranking-presence')?.body).toEqual({ isIn: false });
});

it('a ranking of few people is not shown, and a message says from how many on it is', async () => {
  open({ ...ranking, state: 'few', top: [], around: [], you: null, chart: null });
  await screen.findByText(/Com menos de 10 pessoas/);
  expect(screen.queryByRole('table')).toBeNull();
});

it('every score falls into a bar of the chart', () => {
  const chart = { from: -4, to: 46, counts: Array.from({ length: 14 }, () => 1) };
  expect([barOf(chart, -4), barOf(chart, 46), barOf(chart, 21)]).toEqual([0, 13, 7]);
  expect(barOf({ from: 3, to: 3, counts: [12] }, 3)).toBe(0);
});
