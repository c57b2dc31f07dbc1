import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import { type ClassMap, getClassMap } from '#contract/study/class-map.ts';
import {
  type ExamMap,
  type ExpectedScore,
  getExamMap,
  getExpectedScore,
  getMapTopic,
  type MapTopic,
} from '#contract/study/exam-map.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import ClassMapScreen from './class-map-screen.tsx';
import ExamOutlook from './exam-outlook.tsx';
import MapScreen from './map-screen.tsx';

const wide = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }));
beforeEach(() => wide(false));
afterEach(() => queryClient.clear());

const topic = (topicId: number, name: string, change: Partial<MapTopic> = {}): MapTopic => ({
  topicId,
  parentId: null,
  name,
  questions: 4,
  answers: 20,
  mastery: 0.62,
  low: 0.5,
  high: 0.7,
  points: 2.5,
  of: 4,
  gain: 0.4,
  lessons: 2,
  lessonsRead: 1,
  available: 12,
  waiting: 0,
  lastDay: '2026-11-10',
  ...change,
});
const map: ExamMap = {
  examId: 5,
  name: 'Soldado PM',
  date: '2027-01-31',
  daysLeft: 80,
  hasSyllabus: true,
  score: 42.5,
  of: 60,
  missing: 0,
  seenTopics: 2,
  topics: 3,
  littleEvidence: 1,
  toGain: 3.2,
  isGainLearnt: false,
  subjects: [
    {
      subjectId: 1,
      name: 'Português',
      questions: 8,
      points: 5,
      of: 8,
      gain: 0.9,
      mastery: 0.62,
      seen: 0.5,
      minimum: 4,
      topics: [topic(11, 'Crase'), topic(12, 'Regência', { answers: 3, mastery: null, gain: 0.5 })],
    },
  ],
};
const score: ExpectedScore = {
  examId: 5,
  examName: 'Soldado PM',
  score: 42.5,
  low: 38,
  high: 47,
  of: 60,
  passMark: 36,
  enough: true,
  why: null,
  missing: 0,
  missingTopics: 0,
  missingInTopics: 0,
  answers: 320,
  minimums: [{ subjectId: 1, name: 'Português', minimum: 4, expected: 4.2, low: 3.1, high: 5.4, chance: 0.6 }],
  passChance: 0.83,
  wrongPoints: null,
  guessing: null,
  history: [
    { day: '2026-10-20', score: 40 },
    { day: '2026-11-16', score: 42.5 },
  ],
  checks: [
    {
      attemptId: 1,
      quizId: 2,
      title: 'Simulado 3',
      day: '2026-11-14',
      expected: 7.1,
      low: 5.2,
      high: 8.8,
      right: 9,
      total: 10,
      net: null,
    },
  ],
};

function school() {
  signedIn();
  const server = fakeServer();
  server.on(getExamMap, answers.json(map));
  server.on(getExpectedScore, answers.json(score));
  return server;
}

const screenAt = (path = '/exams/5/map') =>
  renderInApp(
    <Route path="/exams/:id/map">
      <MapScreen />
    </Route>,
    path,
  );

it('the map is a table with words for every sun, and a topic opens on a separate page on a phone', async () => {
  school();
  const { user } = screenAt();
  const table = await screen.findByRole('table');
  const crase = within(table).getByRole('row', { name: /Crase/ });
  expect(crase.textContent).toContain('62% de acerto');
  expect(crase.textContent).toContain('cerca de 4 questões');
  expect(within(crase).getByRole('link').getAttribute('href')).toBe('/exams/5/map/11');
  const regencia = within(table).getByRole('row', { name: /Regência/ });
  expect(regencia.textContent).toContain('poucas respostas');
  expect(regencia.textContent).toContain('até +0,5');
  await user.click(within(crase).getByRole('link'));
  expect(screen.queryByRole('table')).toBeNull();
});

it('only the subject with the most to win is open, and the others open by a press', async () => {
  const server = school();
  const [portuguese] = map.subjects;
  const law = {
    ...(portuguese as ExamMap['subjects'][number]),
    subjectId: 2,
    name: 'Direito Penal',
    topics: [topic(21, 'Teoria do crime', { gain: 0.1 })],
  };
  server.on(getExamMap, answers.json({ ...map, subjects: [law, portuguese] }));
  const { user } = screenAt();
  expect(await screen.findByRole('link', { name: /Regência/ })).toBeDefined();
  expect(screen.queryByRole('link', { name: /Teoria do crime/ })).toBeNull();
  const closed = screen.getByRole('button', { name: /Direito Penal/ });
  expect(closed.getAttribute('aria-expanded')).toBe('false');
  await user.click(closed);
  expect(screen.getByRole('link', { name: /Teoria do crime/ })).toBeDefined();
});

it('a subject counts the topics with an answer, and a lesson that was read is none', async () => {
  const server = school();
  const [portuguese] = map.subjects;
  const topics = [topic(11, 'Crase'), topic(12, 'Regência', { answers: 0, lessonsRead: 1 })];
  server.on(getExamMap, answers.json({ ...map, subjects: [{ ...portuguese, topics, seen: 1 }] }));
  screenAt();
  const row = await screen.findByRole('button', { name: /Português/ });
  expect(row.textContent).toContain('assuntos com questões: 1 de 2');
  expect(row.textContent).not.toContain('%');
});

it('on a wide screen the topic stands beside it', async () => {
  wide(true);
  const server = school();
  const about = { examName: 'Soldado PM', subject: 'Português', subjectId: 1, lessons: [], mistakes: 2 };
  server.on(getMapTopic, answers.json({ ...about, topic: topic(12, 'Regência', { answers: 3, mastery: null }) }));
  const { user } = screenAt();
  const row = await screen.findByRole('link', { name: /^Regência/ });
  await user.click(row);
  expect(await screen.findByRole('heading', { level: 2, name: 'Regência' })).toBeDefined();
  expect(row.getAttribute('aria-current')).toBe('true');
  expect(screen.getByText('Poucas respostas', { selector: 'span' })).toBeDefined();
  expect(screen.getByRole('button', { name: /Treinar 12 questões/ })).toBeDefined();
  expect(screen.getByRole('link', { name: /Seus erros neste assunto/ }).getAttribute('href')).toContain('materia=1');
});

it('topics with few answers are listed on request', async () => {
  school();
  const { user } = screenAt();
  await user.click(await screen.findByRole('button', { name: /Poucas respostas/ }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Crase/ })).toBeNull());
  expect(screen.getByRole('row', { name: /Regência/ })).toBeDefined();
});

it('the map says that the exam has no syllabus', async () => {
  school().on(getExamMap, answers.json({ ...map, hasSyllabus: false, subjects: [] }));
  screenAt();
  expect(await screen.findByRole('heading', { name: 'A escola ainda não cadastrou este edital' })).toBeDefined();
});

it('home shows the score with its interval, a minimum at risk, how it moved, and its error', async () => {
  school();
  const { user } = renderInApp(<ExamOutlook examId={5} />);
  expect((await screen.findAllByText('42,5')).length).toBeGreaterThan(0);
  expect(screen.getByText('+2,5 em 27 dias')).toBeDefined();
  expect(screen.getByText(/Entre 38,0 e 47,0/)).toBeDefined();
  expect(screen.getByText(/Português: o mínimo é 4 acertos/)).toBeDefined();
  expect(screen.getByText('Chance de passar: 83%.')).toBeDefined();
  expect(screen.getByText(/não informou se errar tira pontos/)).toBeDefined();
  expect(screen.getByText(/esperávamos entre 5,2 e 8,8 acertos e vieram 9: fora da faixa/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Como calculamos' }));
  expect(await screen.findByText(/É uma estimativa, não uma promessa/)).toBeDefined();
});

it('home says how many questions are missing instead of a score', async () => {
  const nothing = { score: null, low: null, high: null, enough: false, why: 'few_answers', missing: 23, answers: 37 };
  school().on(getExpectedScore, answers.json({ ...score, ...nothing, minimums: [], history: [], checks: [] }));
  renderInApp(<ExamOutlook examId={5} />);
  const text =
    'Poucos dados para estimar: faltam 23 questões diferentes (você já respondeu 37). Repetir uma questão não conta.';
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByText(/com menos de 3 questões/)).toBeNull();
});

it('home says what a wrong answer costs and whether a guess pays', async () => {
  school().on(getExpectedScore, answers.json({ ...score, wrongPoints: -1, guessing: 'costs' }));
  renderInApp(<ExamOutlook examId={5} />);
  expect(await screen.findByText(/cada erro tira 1 de acerto. Chutar sem saber tira pontos/)).toBeDefined();
});

it('home says that the score is being revised while it is withdrawn, and no figure', async () => {
  const nothing = { score: null, low: null, high: null, enough: false, why: 'withdrawn', missing: 0, answers: 80 };
  school().on(getExpectedScore, answers.json({ ...score, ...nothing, minimums: [], history: [], checks: [] }));
  renderInApp(<ExamOutlook examId={5} />);
  expect(await screen.findByText(/A estimativa está em revisão/)).toBeDefined();
  expect(screen.queryByText(/Poucos dados/)).toBeNull();
});

it('home compares net points where the mock exam takes points for wrong answers', async () => {
  const [check] = score.checks;
  school().on(getExpectedScore, answers.json({ ...score, checks: [{ ...check, net: 6 }] }));
  renderInApp(<ExamOutlook examId={5} />);
  const text = /esperávamos entre 5,2 e 8,8 acertos líquidos e vieram 6: dentro da faixa/;
  expect(await screen.findByText(text)).toBeDefined();
});

it('home names the topics that lack questions', async () => {
  const nothing = { score: null, low: null, high: null, enough: false, why: 'few_answers', answers: 80 };
  const lacking = { missing: 4, missingTopics: 2, missingInTopics: 4, minimums: [], history: [], checks: [] };
  school().on(getExpectedScore, answers.json({ ...score, ...nothing, ...lacking }));
  renderInApp(<ExamOutlook examId={5} />);
  const text = 'Elas precisam ser de 2 assuntos com menos de 3 questões respondidas.';
  expect(await screen.findByText(text)).toBeDefined();
});

it('the class by topic, who may miss a minimum and what needs a lesson', async () => {
  const ofClass: ClassMap = {
    courseTitle: 'Turma de novembro',
    exams: [{ id: 5, name: 'Soldado PM', date: '2027-01-31', followers: 12 }],
    examId: 5,
    students: 20,
    estimated: 9,
    subjects: [
      {
        subjectId: 1,
        name: 'Português',
        questions: 8,
        minimum: 4,
        mastery: 0.55,
        topics: [
          {
            topicId: 11,
            parentId: null,
            name: 'Crase',
            questions: 4,
            lessons: 0,
            available: 12,
            students: 9,
            mastery: 0.48,
            weak: 5,
          },
        ],
      },
    ],
    atRisk: [
      {
        userId: 'a',
        name: 'Ana Souza',
        subjects: [{ subjectId: 1, name: 'Português', minimum: 4, expected: 3.2, low: 2, high: 4.5 }],
      },
    ],
    atRiskCount: 3,
    needLesson: [
      { topicId: 11, name: 'Crase', subject: 'Português', questions: 4, lessons: 0, mastery: 0.48, students: 9 },
    ],
  };
  school().on(getClassMap, answers.json(ofClass));
  renderInApp(
    <Route path="/teacher/courses/:id/map">
      <ClassMapScreen />
    </Route>,
    '/teacher/courses/3/map',
  );
  const risk = await screen.findByRole('region', { name: 'Risco de não atingir um mínimo' });
  expect(risk.textContent).toContain('Ana Souza');
  expect(risk.textContent).toContain('mínimo 4, estimativa 3,2 (entre 2,0 e 4,5)');
  expect(risk.textContent).toContain('E mais 2.');
  expect(screen.getByRole('region', { name: 'Assuntos que pedem uma aula' }).textContent).toContain('sem aula');
  expect(screen.getByRole('row', { name: /Crase/ }).textContent).toContain('48%');
});
