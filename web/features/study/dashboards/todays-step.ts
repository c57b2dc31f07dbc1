import type { ItemKind } from '#contract/content/courses.ts';
import { DEFAULT_PASSING_SCORE } from '#contract/limits.ts';
import type { NextStep, StudentDashboard } from '#contract/study/dashboards.ts';
import type { PlanKind, StudyPlan, TodaysItem } from '#contract/study/study-plan.ts';
import { rowAddress } from '#web/features/study/study-plan/plan-rows.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatMinutes, formatMissing, formatShare } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

/** The one thing to do now, and why it is this one. */
export type Step = {
  eyebrow: string;
  title: string;
  why: string;
  /** `next` is the amber button; what may as well be left for tomorrow is `night`. */
  action: { href: string; text: string; look: 'next' | 'night' } | null;
  /** Beside the button: how long it takes. */
  note: string | null;
  /** The exam of the week replaces the plan. Its time is running. */
  isExam?: true;
};

/** With fewer answers a subject is not judged; the plan uses the same rule. */
const ANSWERS_THAT_COUNT = 5;

/**
 * Priority: an open simulado, because its time runs; then, if access has ended, the renewal; an exam that is open or
 * opens within the hour; the exam itself; a finished day; the first open item of today's plan. Without a plan a
 * started lesson, else the course list.
 */
export function todaysStep(dashboard: StudentDashboard, plan: StudyPlan | undefined): Step {
  const { next, exam } = dashboard;
  if (next?.reason === 'attempt') return openAttempt(next);
  if (!dashboard.access.active) return accessOver(dashboard.access.endsOn);
  if (exam) return examNow(exam);
  if (plan?.exam?.daysLeft === 0) return examToday(plan.exam.name);
  const items = plan?.today.items ?? [];
  const current = items.find(({ done }) => !done);
  if (plan && current) return planned(current, dashboard, plan);
  if (plan && items.length > 0) return dayDone(plan);
  if (next?.reason === 'reading') return begunLesson(next);
  if (next) return nextOfCourse(next);
  return withoutWork(dashboard);
}

/** Without the minutes that are left: these run, and `ExamStep` counts them. */
const examNow = ({ quizId, title }: NonNullable<StudentDashboard['exam']>): Step => ({
  eyebrow: 'Simulado da semana',
  title,
  why: '',
  action: { href: paths.quiz(quizId), text: 'Ver a prova', look: 'next' },
  note: null,
  isExam: true,
});

const openAttempt = (next: NextStep): Step => ({
  eyebrow: 'Simulado em andamento',
  title: next.title,
  why: `Ele está aberto, com ${next.percent}% das questões respondidas.`,
  action: { href: paths.quiz(next.id), text: 'Continuar Simulado', look: 'next' },
  note: next.minutesLeft === null ? null : formatMissing(next.minutesLeft),
});

const accessOver = (endsOn: string | null): Step => ({
  eyebrow: 'Acesso encerrado',
  title: endsOn ? `Seu acesso terminou em ${formatDay(endsOn)}` : 'Seu acesso às aulas está fechado',
  why: 'Seu histórico, suas anotações e seus certificados continuam aqui.',
  action: { href: paths.myPurchase, text: 'Renovar acesso', look: 'next' },
  note: null,
});

const examToday = (name: string): Step => ({
  eyebrow: 'É hoje',
  title: name,
  why: 'Hoje não há plano: confie no que você estudou. Boa prova!',
  action: null,
  note: null,
});

function dayDone({ days: [tomorrow], minutesLeft, exam }: StudyPlan): Step {
  const ahead = tomorrow?.items[0];
  return {
    eyebrow: 'Dia feito',
    title: 'O plano de hoje está completo',
    why: tomorrow
      ? `O próximo dia do plano tem ${formatMinutes(tomorrow.minutes)}.`
      : minutesLeft === 0
        ? 'E com ele tudo do plano.'
        : 'Bom descanso.',
    action: ahead ? { href: rowAddress(ahead, exam?.id ?? 0), text: 'Adiantar o próximo', look: 'night' } : null,
    note: ahead ? 'ou feche por hoje: descansar também conta' : null,
  };
}

const begunLesson = (next: NextStep): Step => ({
  eyebrow: 'Continuar de onde parei',
  title: next.title,
  why: `Você já leu ${next.percent}% desta aula${next.context ? ` de ${next.context}` : ''}.`,
  action: { href: paths.lesson(next.id), text: 'Continuar aula', look: 'next' },
  note: next.minutesLeft === null ? null : formatMissing(next.minutesLeft),
});

function planned(item: TodaysItem, dashboard: StudentDashboard, { exam, covers }: StudyPlan): Step {
  const { why, text, note } = ofKind[item.kind](item, dashboard, covers);
  return {
    eyebrow: 'Próximo passo',
    title: item.title,
    why: item.worth ? `${capital(item.worth.reason)}.` : why,
    action: { href: rowAddress(item, exam?.id ?? 0), text, look: 'next' },
    note,
  };
}

type Words = { why: string; text: string; note: string };

const ofKind: Record<PlanKind, (item: TodaysItem, dashboard: StudentDashboard, covers: StudyPlan['covers']) => Words> =
  {
    lesson: (item, dashboard, covers) => ({
      why: covers === 'syllabus' ? syllabusReason(item) : lessonReason(item, dashboard),
      text: item.started ? 'Continuar aula' : begin.lesson,
      note: `leitura de ${formatMinutes(item.minutesLeft)}`,
    }),
    quiz: (item) => ({
      why: `Você já passou pelas aulas que vêm antes dele em ${item.courseTitle}.`,
      text: begin.quiz,
      note: `duração: ${formatMinutes(item.minutes)}`,
    }),
    review: ({ minutesLeft }) => ({
      why: 'Erradas e quase esquecidas.',
      text: 'Começar a revisão',
      note: `cerca de ${formatMinutes(minutesLeft)}`,
    }),
    essay: (item) => ({
      why: '',
      text: 'Ver o tema',
      note: `cerca de ${formatMinutes(item.minutes)}`,
    }),
    practice: (item) => ({
      why: syllabusReason(item),
      text: 'Treinar',
      note: `cerca de ${formatMinutes(item.minutes)}`,
    }),
  };

/** For an item whose worth is not known. */
const syllabusReason = ({ subjectName }: TodaysItem): string => `É o que mais rende agora, em ${subjectName}.`;

/** Why the plan puts this lesson first: see server/features/study/study-plan/distribute.ts. */
function lessonReason({ subjectName, courseTitle }: TodaysItem, { subjects }: StudentDashboard): string {
  if (subjectName === null) return `É a próxima aula de ${courseTitle}.`;
  const result = subjects.find(({ name }) => name === subjectName);
  if (result && result.total >= ANSWERS_THAT_COUNT && result.percent < DEFAULT_PASSING_SCORE) {
    return `Você acertou ${formatShare(result.percent)} de ${subjectName} nos últimos 30 dias: é onde há mais a ganhar.`;
  }
  return `${subjectName} é a matéria em que mais falta estudar nos seus cursos.`;
}

const nextOfCourse = (next: NextStep): Step => ({
  eyebrow: 'Próximo passo',
  title: next.title,
  why: next.context ? `É o próximo item de ${next.context}.` : 'É o próximo item do seu curso.',
  action: {
    href: paths[next.kind](next.id),
    text: begin[next.kind],
    look: 'next',
  },
  note: next.minutesLeft === null ? null : formatMinutes(next.minutesLeft),
});

function withoutWork({ enrollmentCount, hasCourses }: StudentDashboard): Step {
  const eyebrow = 'Próximo passo';
  const toCourses = { href: paths.courses, text: 'Escolher um curso', look: 'next' } as const;
  if (enrollmentCount > 0) {
    return {
      eyebrow,
      title: 'Escolha o próximo curso',
      why: 'Você concluiu tudo dos seus cursos. Parabéns!',
      action: toCourses,
      note: null,
    };
  }
  if (hasCourses) {
    return {
      eyebrow,
      title: 'Escolha um curso',
      why: 'Com um curso, o plano diz o que estudar em cada dia.',
      action: toCourses,
      note: null,
    };
  }
  return {
    eyebrow,
    title: 'Comece pela primeira aula',
    why: 'As aulas estão na Central de Estudos, por matéria.',
    action: { href: paths.study, text: 'Ir para a Central de Estudos', look: 'next' },
    note: null,
  };
}

const begin: Record<ItemKind, string> = { lesson: 'Começar aula', quiz: 'Abrir simulado' };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
