import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import type { Practice } from '#contract/study/practice.ts';
import { studyPlanQuery } from '#web/features/study/study-plan/study-plan.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Sky } from '#web/ui/sky.tsx';
import {
  inOrderOfPlan,
  mistakesWords,
  resultTitle,
  riseOf,
  type SubjectResult,
  subjectResults,
  testName,
} from './start-test-words.ts';

const SUNS = 5;

/** The end of the start test: no score, but a sun for each subject, and what the plan makes of it. */
export default function StartTestEnd({ practice }: { practice: Practice }) {
  const results = subjectResults(practice);
  const plan = useQuery(studyPlanQuery);
  if (results.length === 0) return <NothingAnswered />;
  const suns = [...results].sort((a, b) => b.total - a.total).slice(0, SUNS);
  const mistakes = mistakesWords(results);
  return (
    <>
      <div data-session hidden />
      <div className="on-night -mx-4 -mt-5 mb-4 overflow-hidden text-on-night md:mx-0 md:mt-0 md:rounded-card">
        <div className="relative isolate border-on-night border-b-4 bg-night px-4 pt-6 text-center">
          <Sky level={null} className="absolute bottom-0 left-1/2 -z-10 w-full min-w-190 max-w-none -translate-x-1/2" />
          <p className="font-strong text-sm text-sun">{testName(practice)}</p>
          <h1 className="mt-1 text-balance text-2xl leading-tight md:text-3xl">{resultTitle(results)}</h1>
          <p className="mx-auto mt-2 mb-8 max-w-[36ch] text-on-night-soft">
            Não é nota. Serve para o plano não mandar você estudar o que já sabe.
          </p>
          <div aria-hidden="true" className="mx-auto flex max-w-180 items-end justify-around gap-2">
            {suns.map((one) => (
              <Sun key={one.name} result={one} />
            ))}
          </div>
        </div>
        <div className="bg-night-deep">
          <ul
            aria-label="Acertos por matéria"
            className="mx-auto flex max-w-188 flex-wrap justify-around gap-2 px-4 py-3"
          >
            {suns.map(({ name, correct, total }) => (
              <li key={name} className="-mx-1 min-w-0 flex-1 text-center text-xs md:text-sm">
                <b className="block font-strong text-md tabular-nums">
                  {correct}/{total}
                </b>
                <span className="block text-on-night-soft [overflow-wrap:break-word] hyphens-auto">{name}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Card title="O que isso muda no seu plano">
        {plan.isPending ? (
          <SkeletonGroup label="Carregando o plano…" className="grid gap-3">
            {results.map(({ name }) => (
              <Skeleton key={name} className="h-12" />
            ))}
          </SkeletonGroup>
        ) : (
          <ul className="grid grid-cols-1 divide-y divide-line">
            {inOrderOfPlan(results, plan.data ?? null).map((one) => (
              <li key={one.name} className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-3 py-3">
                <MasterySun value={riseOf(one)} className="w-9" />
                <span>
                  <b className="block font-strong">{one.name}</b>
                  {one.words && <span className="block text-ink-soft text-sm">{one.words}</span>}
                </span>
                <span className="text-ink-soft text-sm tabular-nums">
                  {one.correct} de {one.total}
                </span>
              </li>
            ))}
          </ul>
        )}
        {plan.isError && !plan.data && (
          <LoadError of={plan} title="Não conseguimos buscar o seu plano" headingLevel={3} />
        )}
      </Card>
      <div className="mt-5 grid justify-items-center gap-2 text-center">
        <ButtonLink href={paths.home} variant="next" size="lg" className="max-md:w-full">
          Ver meu plano <ArrowRight />
        </ButtonLink>
        {mistakes && (
          <p className="text-ink-soft text-sm">
            {mistakes}{' '}
            <Link href={paths.mistakes} className="link tappable">
              caderno de erros
            </Link>
            .
          </p>
        )}
      </div>
    </>
  );
}

/** Half above the horizon, which is the bottom edge of the sky. */
function Sun({ result }: { result: SubjectResult }) {
  const rise = riseOf(result);
  return (
    <svg aria-hidden="true" viewBox="0 0 60 30" className="min-w-0 max-w-30 flex-1">
      <path
        d="M2 30a28 28 0 0 1 56 0"
        fill="none"
        stroke="var(--on-night-soft)"
        strokeWidth="1.5"
        strokeDasharray="3 3"
      />
      <circle
        cx="30"
        cy={30 + 28 * (1 - Math.max(rise, 0.15))}
        r="28"
        fill={rise === 0 ? 'var(--dawn-4)' : 'var(--sun)'}
      />
    </svg>
  );
}

function NothingAnswered() {
  return (
    <Card title="Teste concluído" headingLevel={2}>
      <h1 className="sr-only">Teste de partida</h1>
      <p className="mb-5 text-ink-soft">
        Nenhuma questão respondida. O plano começa pelo começo e se ajusta quando você treinar.
      </p>
      <ButtonLink href={paths.home} variant="next" size="lg" className="max-md:w-full">
        Ver meu plano
      </ButtonLink>
    </Card>
  );
}
