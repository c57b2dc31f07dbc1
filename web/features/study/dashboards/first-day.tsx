import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import type { FirstDay as FirstDayAnswer } from '#contract/study/first-day.ts';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { formatDayAndMonth } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { cx } from '#web/ui/cx.ts';
import { DaySky, StepSuns } from './day-sky.tsx';
import { firstDayQuery, useBeginStartTest, useEndFirstDay } from './first-day.queries.ts';
import GoalChoice from './goal-choice.tsx';

const STEPS = 3;

type FirstDayProps = {
  dashboard: StudentDashboard;
  exam: StudyPlan['exam'];
  /** The exams to choose from, passed by the shell; `pass` postpones the choice. */
  chooseExam: (pass: () => void) => ReactNode;
  onSkip: () => void;
};

/** Three answers, one open at a time; each raises the sun a little. All of them can be left for later. */
export default function FirstDay({ dashboard, exam, chooseExam, onSkip: hide }: FirstDayProps) {
  const { mutate: end } = useEndFirstDay();
  const onSkip = () => {
    end();
    hide();
  };
  const [examPassed, setExamPassed] = useState(false);
  const [reopened, setReopened] = useState<'exam' | 'hours' | null>(null);
  const { week, hasCourses } = dashboard;
  const firstDay = useQuery(firstDayQuery);
  const test = firstDay.data?.test ?? null;
  const syllabusMinutes = firstDay.data?.syllabusMinutes ?? null;
  const examDone = exam !== null || examPassed;
  const current = reopened ?? (!examDone ? 'exam' : !week.goalChosen ? 'hours' : 'last');
  const done = Number(exam !== null) + Number(week.goalChosen);
  const stateOf = (step: 'exam' | 'hours' | 'last', isDone: boolean): StepState =>
    current === step ? 'now' : isDone ? 'done' : 'waiting';
  return (
    <>
      <DaySky
        level={0.1 + (0.48 * done) / STEPS}
        ground={
          <>
            <p className="flex items-center gap-3">
              <StepSuns done={done} total={STEPS} />
              <span>
                <b className="text-on-night">
                  {done} de {STEPS}
                </b>{' '}
                passos
              </span>
            </p>
            <button type="button" className="min-h-11 text-on-night underline underline-offset-4" onClick={onSkip}>
              Pular e olhar a plataforma
            </button>
          </>
        }
      >
        <section aria-labelledby="next-step" className="max-w-140">
          <p className="font-strong text-sm text-sun">
            Passo {current === 'exam' ? 1 : current === 'hours' ? 2 : STEPS} de {STEPS}
          </p>
          <h2 id="next-step" className="mt-1 mb-3 text-show-md leading-tight tracking-[-0.02em] md:text-show-lg">
            Três respostas e o seu plano fica pronto
          </h2>
          <p className="md:text-md">
            {test
              ? 'Leva uns 15 minutos, quase tudo no teste. Dá para parar e voltar.'
              : 'Dá para parar no meio e voltar quando quiser.'}
          </p>
        </section>
      </DaySky>
      <ol className="page-width grid max-w-[760px] gap-4 py-6 md:py-8">
        <FirstStep
          number={1}
          state={stateOf('exam', exam !== null)}
          title={
            exam && current !== 'exam'
              ? `Sua prova: ${exam.name}, ${formatDayAndMonth(exam.date)}`
              : 'Qual é a sua prova?'
          }
          summary={
            exam
              ? exam.daysLeft === 0
                ? 'É hoje.'
                : `${exam.daysLeft === 1 ? 'Falta' : 'Faltam'} ${plural(exam.daysLeft, 'dia', 'dias')}.${exam.hasSyllabus ? ' O edital já está no seu plano.' : ''}`
              : 'O plano se ajusta aos dias que faltam.'
          }
          onReopen={() => setReopened('exam')}
        >
          {chooseExam(() => {
            setExamPassed(true);
            setReopened(null);
          })}
        </FirstStep>
        <FirstStep
          number={2}
          state={stateOf('hours', week.goalChosen)}
          title={
            week.goalChosen && current !== 'hours'
              ? `Sua meta: ${week.goalHours}h por semana`
              : 'Quantas horas por semana cabem na sua vida?'
          }
          summary={week.goalChosen ? 'Você muda quando quiser.' : 'É com elas que o plano conta.'}
          onReopen={() => setReopened('hours')}
        >
          <GoalChoice
            look="next"
            onChosen={() => setReopened(null)}
            syllabus={
              exam && syllabusMinutes !== null ? { minutes: syllabusMinutes, daysLeft: exam.daysLeft } : undefined
            }
          />
        </FirstStep>
        {test ? (
          <FirstStep
            number={STEPS}
            state={stateOf('last', false)}
            title={`Teste de partida: ${plural(test.questions, 'questão', 'questões')}`}
            summary={testWords(test.questions)}
          >
            <StartTest test={test} onSkip={onSkip} />
          </FirstStep>
        ) : (
          <FirstStep
            number={STEPS}
            state={stateOf('last', false)}
            title={hasCourses ? 'Escolha um curso' : 'Leia a primeira aula'}
            summary="Ele põe aulas e simulados na ordem certa e mostra quanto falta."
          >
            <p className="mb-4 text-ink-soft">
              {hasCourses
                ? 'Ele põe aulas e simulados na ordem certa e mostra quanto falta.'
                : 'O tempo de leitura conta para sua meta, e amanhã você continua de onde parou.'}
            </p>
            <ButtonLink
              href={hasCourses ? paths.courses : paths.study}
              variant="next"
              size="lg"
              className="max-md:w-full"
            >
              {hasCourses ? 'Escolher um curso' : 'Ir para a Central de Estudos'} <ArrowRight />
            </ButtonLink>
          </FirstStep>
        )}
      </ol>
    </>
  );
}

const MINUTES_PER_QUESTION = 1.25;
const testWords = (questions: number) =>
  `Das matérias da sua prova, cerca de ${Math.ceil(questions * MINUTES_PER_QUESTION)} minutos, sem nota. Serve para o plano não mandar você estudar o que já sabe.`;

function StartTest({ test, onSkip }: { test: NonNullable<FirstDayAnswer['test']>; onSkip: () => void }) {
  const [, navigate] = useLocation();
  const begin = useBeginStartTest();
  return (
    <>
      <p className="mb-4 text-ink-soft">
        {test.answered > 0
          ? `Você respondeu ${test.answered} de ${test.questions}. Continue de onde parou.`
          : testWords(test.questions)}
      </p>
      <div className="flex flex-wrap gap-3 max-md:grid">
        <Button
          variant="next"
          size="lg"
          busy={begin.isPending}
          onClick={() =>
            begin.mutate(undefined, { onSuccess: ({ practiceId }) => navigate(paths.practice(practiceId)) })
          }
        >
          {test.answered > 0 ? 'Continuar o teste' : 'Começar o teste'} <ArrowRight />
        </Button>
        <Button variant="quiet" size="lg" onClick={onSkip}>
          Agora não
        </Button>
      </div>
    </>
  );
}

type StepState = 'done' | 'now' | 'waiting';
type FirstStepProps = {
  number: number;
  state: StepState;
  title: string;
  summary: string;
  onReopen?: () => void;
  children: ReactNode;
};

function FirstStep({ number, state, title, summary, onReopen, children }: FirstStepProps) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={cx(
        'grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-4 rounded-card border bg-surface p-4 md:p-5',
        state === 'now' ? 'inset-ring inset-ring-ink border-ink' : 'border-line',
      )}
    >
      <StepSign number={number} state={state} />
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
        <h2 className={cx('wrap-anywhere text-md', state !== 'now' && 'text-ink-soft')}>{title}</h2>
        {state === 'done' && (
          <button type="button" className="link tappable text-sm" onClick={onReopen}>
            Trocar<span className="sr-only">: {title}</span>
          </button>
        )}
      </div>
      <div className={state === 'now' ? 'col-span-full pt-2 md:col-span-1 md:col-start-2' : 'col-start-2'}>
        {state === 'now' ? children : <p className="text-ink-soft text-sm">{summary}</p>}
      </div>
    </li>
  );
}

function StepSign({ number, state }: Pick<FirstStepProps, 'number' | 'state'>) {
  if (state === 'done') {
    return (
      <span className="grid size-9 place-items-center rounded-full bg-ok text-surface">
        <Check className="size-5 stroke-3" />
        <span className="sr-only">Feito</span>
      </span>
    );
  }
  if (state === 'now') {
    return (
      <span className="relative grid h-9 w-11 place-items-center">
        <svg viewBox="0 0 44 30" aria-hidden="true" className="absolute inset-x-0 bottom-1">
          <path d="M4 27a18 18 0 0 1 36 0Z" fill="var(--sun)" stroke="var(--sun-edge)" strokeWidth="1.5" />
          <path d="M0 28.5h44" stroke="var(--ink)" strokeWidth="3" />
        </svg>
        <span className="relative pt-2 font-strong text-on-sun text-sm tabular-nums">{number}</span>
      </span>
    );
  }
  return (
    <span className="grid size-9 place-items-center rounded-full border-2 border-line-strong font-strong tabular-nums">
      {number}
    </span>
  );
}
