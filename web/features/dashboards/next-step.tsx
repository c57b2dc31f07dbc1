import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import type { NextStep } from '../../../contract/dashboards.ts';
import { formatMinutes, formatMissing } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';

const words: Record<NextStep['reason'], { eyebrow: string; lesson: string; quiz: string }> = {
  attempt: { eyebrow: 'Simulado em andamento', lesson: '', quiz: 'Continuar Simulado' },
  reading: { eyebrow: 'Continuar de onde parei', lesson: 'Continuar aula', quiz: '' },
  course: { eyebrow: 'Próximo passo', lesson: 'Começar aula', quiz: 'Abrir simulado' },
};

/** The one thing to do now, the only amber button of the screen. */
export function NextStepBand({ next }: { next: NextStep }) {
  const { eyebrow, lesson, quiz } = words[next.reason];
  return (
    <section
      aria-labelledby="next-step"
      className="on-night grid gap-4 rounded-card border border-night-line bg-night p-5 text-on-night md:grid-cols-[1fr_auto] md:gap-x-10 md:gap-y-6 md:px-8 md:pt-6 md:pb-8"
    >
      <div>
        <p className="font-strong text-sm text-sun">{eyebrow}</p>
        <h2 id="next-step" className="mt-1 mb-2 max-w-[30ch] text-xl md:text-2xl">
          {next.title}
        </h2>
        {next.context && <p className="text-on-night-soft text-sm">{next.context}</p>}
      </div>
      <Link
        href={next.kind === 'lesson' ? paths.lesson(next.id) : paths.quiz(next.id)}
        className={buttonClass({ variant: 'next', size: 'lg', className: 'self-center max-md:order-last' })}
      >
        {next.kind === 'lesson' ? lesson : quiz} <ArrowRight />
      </Link>
      <Standing next={next} />
    </section>
  );
}

function Standing({ next }: { next: NextStep }) {
  const isQuiz = next.kind === 'quiz';
  if (next.reason === 'course') {
    if (next.minutesLeft === null) return null;
    const time = isQuiz
      ? `Duração: ${formatMinutes(next.minutesLeft)}`
      : `Leitura de ${formatMinutes(next.minutesLeft)}`;
    return <p className="text-on-night-soft text-sm md:col-span-full">{time}</p>;
  }
  return (
    <div className="md:col-span-full">
      <Progress value={next.percent} label={isQuiz ? 'Questões respondidas' : 'Leitura da aula'} />
      <p className="mt-2 flex justify-between gap-4 text-on-night-soft text-sm tabular-nums">
        <span>
          {next.percent}% {isQuiz ? 'das questões respondidas' : 'da aula lida'}
        </span>
        {next.minutesLeft !== null && <span>{formatMissing(next.minutesLeft)}</span>}
      </p>
    </div>
  );
}
