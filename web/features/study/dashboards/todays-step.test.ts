import { describe, expect, it } from 'vitest';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import type { StudyPlan, TodaysItem } from '#contract/study/study-plan.ts';
import { todaysStep } from './todays-step.ts';

const nothing: StudentDashboard = {
  isFirstDay: false,
  studyStreak: 0,
  longestStreak: 0,
  studiedToday: false,
  calendar: [],
  today: '2026-11-15',
  recentQuizAttempts: [],
  quizzes: { taken: 0, passed: 0, history: [] },
  progress: { percent: 0, done: 0, total: 0 },
  courses: [],
  enrollmentCount: 1,
  hasCourses: true,
  week: { days: [], seconds: 0, goalHours: 10, goalChosen: true },
  subjects: [],
  next: null,
  exam: null,
  access: { active: true, endsOn: null },
};
const item: TodaysItem = {
  kind: 'lesson',
  id: 7,
  title: 'Crase',
  subjectName: 'Português',
  courseTitle: 'Português para a PM',
  questionCount: null,
  passingScore: null,
  minutes: 12,
  minutesLeft: 12,
  done: false,
  started: false,
  worth: null,
};
const planOf = (items: TodaysItem[], change: Partial<StudyPlan> = {}): StudyPlan => ({
  exam: null,
  weeklyHours: 10,
  covers: 'courses',
  change: null,
  enrolled: true,
  today: { day: '2026-11-15', items },
  days: [],
  minutesLeft: 60,
  leftOver: { items: 0, minutes: 0 },
  hoursForAll: null,
  ...change,
});
const reading = { reason: 'reading', kind: 'lesson', id: 3, title: 'Regência', context: 'Português' } as const;

describe('the next step', () => {
  it('is the way back where access is over, unless a simulado is open, whose time runs', () => {
    const over = { ...nothing, access: { active: false, endsOn: '2026-11-10' } };
    expect(todaysStep(over, planOf([item]))).toMatchObject({
      title: 'Seu acesso terminou em 10/11/2026',
      action: { href: '/my-purchase', text: 'Renovar acesso' },
    });
    const open = { ...over, next: { ...reading, reason: 'attempt' as const, percent: 20, minutesLeft: 1 } };
    expect(todaysStep(open, planOf([item])).action?.text).toBe('Continuar Simulado');
  });

  it('is the first item of the plan, with the reason why the plan puts it first', () => {
    expect(todaysStep(nothing, planOf([item]))).toEqual({
      eyebrow: 'Próximo passo',
      title: 'Crase',
      why: 'Português é a matéria em que mais falta estudar nos seus cursos.',
      action: { href: '/articles/7', text: 'Começar aula', look: 'next' },
      note: 'leitura de 12 min',
    });
    const result = { id: 1, name: 'Português', correct: 12, total: 25, percent: 48 };
    const weak = { ...nothing, subjects: [result] };
    expect(todaysStep(weak, planOf([item])).why).toMatch(/^Você acertou 48% de Português/);
    const few = { ...nothing, subjects: [{ ...result, correct: 1, total: 4 }] };
    expect(todaysStep(few, planOf([item])).why).toMatch(/mais falta estudar/);
    expect(todaysStep(nothing, planOf([{ ...item, subjectName: null }])).why).toBe(
      'É a próxima aula de Português para a PM.',
    );
  });

  it('is a simulado once its turn has come', () => {
    const quiz: TodaysItem = { ...item, kind: 'quiz', subjectName: null, minutes: 60, minutesLeft: 60 };
    expect(todaysStep(nothing, planOf([{ ...item, done: true }, quiz]))).toMatchObject({
      why: 'Você já passou pelas aulas que vêm antes dele em Português para a PM.',
      action: { href: '/quizzes/7', text: 'Abrir simulado' },
      note: 'duração: 1h',
    });
  });

  it('is the first open item of the plan, whatever else was begun, with the gain that its row names', () => {
    const begun = { ...nothing, next: { ...reading, percent: 40, minutesLeft: 6 } };
    const worth = { points: 0.4, isAtMost: false, reason: 'vale cerca de +0,4 ponto: caem cerca de 3 questões' };
    expect(
      todaysStep(
        begun,
        planOf([
          { ...item, id: 1, done: true },
          { ...item, worth },
        ]),
      ),
    ).toMatchObject({
      title: 'Crase',
      why: 'Vale cerca de +0,4 ponto: caem cerca de 3 questões.',
      action: { href: '/articles/7' },
    });
  });

  it('is an exam that is open or opens within the hour, before the plan and after an open attempt', () => {
    const exam = {
      ...{ quizId: 9, title: 'Semanal 9', questionCount: 10, timeLimit: 20, endsForAll: true },
      ...{ opensAt: '2026-11-15T12:00:00.000Z', closesAt: '2026-11-15T14:29:00.000Z' },
      ...{ resultsAt: '2026-11-15T14:29:00.000Z', serverTime: '2026-11-15T14:00:00.000Z' },
    };
    expect(todaysStep({ ...nothing, exam }, planOf([item]))).toMatchObject({
      title: 'Semanal 9',
      action: { href: '/quizzes/9' },
      isExam: true,
    });
    const open = { ...nothing, exam, next: { ...reading, reason: 'attempt' as const, percent: 20, minutesLeft: 1 } };
    expect(todaysStep(open, planOf([item])).isExam).toBeUndefined();
  });

  it('is what was begun where no plan says more, an open simulado before everything else', () => {
    const begun = { ...nothing, next: { ...reading, percent: 40, minutesLeft: 6 } };
    expect(todaysStep(begun, undefined)).toMatchObject({
      title: 'Regência',
      why: 'Você já leu 40% desta aula de Português.',
      action: { href: '/articles/3', text: 'Continuar aula' },
      note: 'faltam 6 min',
    });
    const open = {
      ...nothing,
      next: { ...reading, reason: 'attempt' as const, kind: 'quiz' as const, percent: 20, minutesLeft: 1 },
    };
    const examDay = { exam: { id: 1, name: 'Soldado PM', date: '2026-11-15', daysLeft: 0, hasSyllabus: false } };
    expect(todaysStep(open, planOf([], examDay))).toMatchObject({
      action: { href: '/quizzes/3', text: 'Continuar Simulado' },
      note: 'falta 1 min',
    });
    expect(todaysStep(begun, planOf([], examDay))).toMatchObject({
      eyebrow: 'É hoje',
      title: 'Soldado PM',
      action: null,
    });
  });

  it('allows rest when the day is done: nothing amber, even with a lesson half read', () => {
    const begun = { ...nothing, next: { ...reading, percent: 40, minutesLeft: 6 } };
    const { done: _, started: __, minutesLeft: ___, ...planned } = item;
    const days = [{ day: '2026-11-16', minutes: 40, items: [{ ...planned, id: 8 }] }];
    expect(todaysStep(begun, planOf([{ ...item, done: true }], { days }))).toMatchObject({
      eyebrow: 'Dia feito',
      why: 'O próximo dia do plano tem 40 min.',
      action: { href: '/articles/8', look: 'night' },
    });
    expect(todaysStep(nothing, planOf([{ ...item, done: true }], { minutesLeft: 0 }))).toMatchObject({
      why: 'E com ele tudo do plano.',
      action: null,
    });
  });

  it('exists without a plan, without a course, and where the school has none', () => {
    const next = { ...reading, reason: 'course' as const, percent: 0, minutesLeft: null };
    expect(todaysStep({ ...nothing, next }, undefined)).toMatchObject({
      title: 'Regência',
      why: 'É o próximo item de Português.',
      action: { text: 'Começar aula' },
      note: null,
    });
    const ways = (change: Partial<StudentDashboard>) =>
      todaysStep({ ...nothing, ...change }, planOf([], { enrolled: false }));
    expect(ways({})).toMatchObject({ title: 'Escolha o próximo curso', action: { href: '/courses' } });
    expect(ways({ enrollmentCount: 0 })).toMatchObject({ title: 'Escolha um curso', action: { href: '/courses' } });
    expect(ways({ enrollmentCount: 0, hasCourses: false })).toMatchObject({ action: { href: '/study' } });
  });
});
