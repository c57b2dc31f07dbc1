import type { CourseReport, QuizReport } from '#contract/study/reports.ts';
import { writtenDay } from '#contract/time.ts';
import { dayOf } from '#server/time/calendar.ts';

export const courseHeader = ['curso', 'situacao', 'alunos', 'novos_30_dias', 'concluiram', 'pararam'];

export const courseRow = (course: CourseReport): string[] => [
  course.title,
  course.isPublished ? 'publicado' : 'rascunho',
  ...[course.students, course.newStudents, course.completed, course.stopped].map(String),
];

const percent = (value: number | null) => (value === null ? '' : String(value).replace('.', ','));

export const quizHeader = ['simulado', 'alunos', 'tentativas', 'media_de_acertos_%', 'aprovacao_%'];

export const quizRow = (quiz: QuizReport): string[] => [
  quiz.title,
  String(quiz.students),
  String(quiz.attempts),
  percent(quiz.averagePercent),
  percent(quiz.passedPercent),
];

type Student = {
  name: string;
  enrolledAt: Date;
  done: number;
  total: number;
  progress: number;
  lastStudyDay: string | null;
  completedAt: Date | null;
  stopped: boolean;
};

export const studentHeader = [
  'aluno',
  'matricula',
  'itens_feitos',
  'itens',
  'progresso_%',
  'ultimo_estudo',
  'conclusao',
  'parou',
];

export const studentRow = (student: Student): string[] => [
  student.name,
  writtenDay(dayOf(student.enrolledAt)),
  String(student.done),
  String(student.total),
  String(student.progress),
  student.lastStudyDay === null ? '' : writtenDay(student.lastStudyDay),
  student.completedAt ? writtenDay(dayOf(student.completedAt)) : '',
  student.stopped ? 'sim' : 'não',
];
