import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NoLessonIllustration } from '../../ui/illustrations/no-lesson.tsx';

const steps = [
  {
    title: 'Escolha um curso',
    text: 'Ele põe aulas e simulados na ordem certa e mostra quanto falta.',
    href: paths.courses,
    link: 'Ver cursos',
  },
  {
    title: 'Leia a primeira aula',
    text: 'O tempo de leitura conta para sua meta, e amanhã você continua de onde parou.',
    href: paths.study,
    link: 'Abrir a Central de Estudos',
  },
  {
    title: 'Faça um simulado',
    text: 'Com o resultado, você vê aqui seu acerto em cada matéria.',
    href: paths.quizzes,
    link: 'Ver simulados',
  },
] as const;

/** The dashboard of somebody who has just arrived: what to do, instead of zeros. */
export function FirstSteps({ hasCourses }: { hasCourses: boolean }) {
  return (
    <>
      <section
        aria-labelledby="welcome"
        className="on-night grid items-center gap-6 rounded-card border border-night-line bg-night p-5 text-on-night md:grid-cols-[1fr_auto] md:p-8"
      >
        <div>
          <p className="font-strong text-sm text-sun">Seu primeiro dia</p>
          <h2 id="welcome" className="mt-1 mb-2 text-xl md:text-2xl">
            {hasCourses ? 'Comece escolhendo um curso' : 'Comece pela primeira aula'}
          </h2>
          <p className="max-w-[52ch] text-on-night-soft">
            Assim que você estudar, este painel mostra seu progresso, sua sequência de dias e seu resultado por matéria.
          </p>
          <Link
            href={hasCourses ? paths.courses : paths.study}
            className={buttonClass({ variant: 'next', size: 'lg', className: 'mt-5 max-md:w-full' })}
          >
            {hasCourses ? 'Escolher um curso' : 'Ir para a Central de Estudos'} <ArrowRight />
          </Link>
        </div>
        <NoLessonIllustration className="w-56 max-md:hidden" />
      </section>
      <Card title="Como funciona">
        <ol className="grid gap-6 md:grid-cols-3">
          {steps.map(({ title, text, href, link }, index) => (
            <li key={title}>
              <h3 className="flex items-baseline gap-2 text-md">
                <span className="text-ink-soft tabular-nums">{index + 1}.</span> {title}
              </h3>
              <p className="mt-1 text-ink-soft">{text}</p>
              <Link href={href} className="link tappable mt-2">
                {link}
              </Link>
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}
