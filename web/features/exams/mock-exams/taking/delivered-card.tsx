import { ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { spokenMomentAt, spokenTimeOf } from '../windows/window-words.ts';
import type { QuizOverview } from './quizzes.queries.ts';
import { RulesFold } from './rules-fold.tsx';

export type DeliveredProps = {
  quiz: QuizOverview;
  window: NonNullable<QuizOverview['window']>;
  now: number;
  takesFocus: boolean;
};

/** An exam that was handed in and whose result waits for its window: the notice, and the rules in a fold. */
export default function Delivered(props: DeliveredProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <DeliveredCard {...props} />
      <div className="rounded-card border border-line bg-surface">
        <RulesFold quiz={props.quiz} />
      </div>
    </div>
  );
}

/**
 * After the hand-in the focus comes here, where the keyboard and a screen reader go on: by the dialog that closes, or by
 * the card itself when it comes after the dialog has closed.
 */
function DeliveredCard({ quiz, window: { delivered, resultsAt }, now, takesFocus }: DeliveredProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  if (!delivered) return null;
  return (
    <Card>
      <MasterySun value={null} className="mb-3 w-26" />
      <h2 ref={heading} tabIndex={-1} data-focus-next className="text-xl outline-none">
        Prova entregue {spokenTimeOf(delivered.at, now)}.
      </h2>
      <p className="font-strong text-lg">Resultado e ranking {spokenMomentAt(resultsAt, now)}.</p>
      <p className="mt-1 max-w-[60ch] text-ink-soft">
        {delivered.answered} de {plural(quiz.questionCount, 'respondida', 'respondidas')}. Nota, gabarito e comentários
        abrem para todos ao mesmo tempo. Avisamos aqui e no sino.
      </p>
      <ButtonLink href={paths.home} variant="next" className="mt-4 max-md:w-full">
        Voltar ao plano <ArrowRight />
      </ButtonLink>
    </Card>
  );
}
