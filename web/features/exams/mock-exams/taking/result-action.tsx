import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { resultOf } from '../results.ts';
import { mistakesLabel } from './practice-card.tsx';
import { quizPracticeQuery, type Review, useStartPractice } from './quizzes.queries.ts';

/** The one thing to do after a result, and the only amber button of the page. */
export function ResultAction({ review: { attempt } }: { review: Review }) {
  const [, navigate] = useLocation();
  const practice = useQuery(quizPracticeQuery(attempt.quizId));
  const start = useStartPractice(attempt.quizId);
  if (practice.isPending) return <div className="min-h-28" />;
  const { wrongCount = 0, openMistakes = null, postponesTo = null } = practice.data ?? {};
  if (wrongCount > 0 || openMistakes !== null) {
    return (
      <Band
        title={
          wrongCount === 0
            ? 'Termine as que você errou'
            : wrongCount === 1
              ? 'Transforme o erro em ponto'
              : `Transforme os ${wrongCount} erros em pontos`
        }
        text="Só as questões que você errou, com a resposta comentada depois de cada uma. Não conta para a nota."
      >
        <Button
          variant="next"
          size="lg"
          busy={start.isPending}
          onClick={() => start.mutate('mistakes', { onSuccess: ({ id }) => navigate(paths.practice(id)) })}
        >
          <PricedLabel postponesTo={postponesTo}>
            {mistakesLabel({ wrongCount, openMistakes })} <ArrowRight />
          </PricedLabel>
        </Button>
      </Band>
    );
  }
  const result = resultOf(attempt);
  if (result && !result.passed) {
    return (
      <Band title="Tente de novo quando quiser" text="Uma nova tentativa não apaga esta: vale o melhor resultado.">
        <ButtonLink href={paths.quiz(attempt.quizId)} variant="next" size="lg">
          Nova tentativa <ArrowRight />
        </ButtonLink>
      </Band>
    );
  }
  return (
    <Band title="O que vem agora" text="O próximo passo do seu plano está na página de hoje.">
      <ButtonLink href={paths.home} variant="next" size="lg">
        Ver o próximo passo <ArrowRight />
      </ButtonLink>
    </Band>
  );
}

function Band({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section
      aria-label="O que fazer agora"
      className="grid items-center gap-x-8 gap-y-4 rounded-card border border-sun-edge bg-sun-tint p-4 md:grid-cols-[1fr_auto] md:px-6 md:py-5 print:hidden"
    >
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="mt-0.5 max-w-[62ch]">{text}</p>
      </div>
      {children}
    </section>
  );
}
