import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TRIAL_QUESTIONS } from '#contract/limits.ts';
import type { Trial } from '#contract/school/trial.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { ChooseLesson } from './choose-lesson.tsx';
import { ChooseQuestion } from './choose-question.tsx';
import { choiceOf, trialQuery, useChoose, useSwitch } from './trial.queries.ts';

export default function TrialScreen() {
  const trial = useQuery(trialQuery);
  return (
    <Page width="wide-form">
      <PageHeader
        title="Amostra grátis"
        subtitle="Uma aula e cinco questões comentadas que qualquer pessoa abre sem cadastro, antes de pagar. As questões escolhidas ficam fora dos simulados."
        actions={
          trial.data?.isOpen && (
            <a className={buttonClass({ variant: 'line' })} href={paths.trial} target="_blank" rel="noopener">
              <ExternalLink /> Ver a página
            </a>
          )
        }
      />
      {trial.isPending && <SkeletonGroup className="grid gap-5" blocks={['h-24', 'h-24', 'h-80']} />}
      {trial.isError && <LoadError of={trial} title="Não conseguimos carregar a amostra" />}
      {trial.data && <Chosen trial={trial.data} />}
    </Page>
  );
}

type Choosing = 'lesson' | number | null;

function Chosen({ trial }: { trial: Trial }) {
  const [choosing, setChoosing] = useState<Choosing>(null);
  const choose = useChoose(trial);
  const close = () => setChoosing(null);
  const { questionIds } = choiceOf(trial);
  const place = (id: number, at: number) => {
    choose.mutate({ questionIds: questionIds.toSpliced(at, 1, id) }, { onSuccess: close });
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <State trial={trial} />
      <Card title="Aula">
        <Row
          title={trial.lesson?.title ?? 'Nenhuma aula escolhida'}
          about={
            trial.lesson ? (trial.lesson.subject ?? 'Sem matéria') : 'Escolha uma que mostre o seu jeito de ensinar.'
          }
          problem={trial.lesson?.problem ? lessonProblems[trial.lesson.problem] : null}
        >
          <Button variant="line" size="sm" onClick={() => setChoosing('lesson')}>
            {trial.lesson ? 'Trocar' : 'Escolher'}
            <span className="sr-only"> aula</span>
          </Button>
        </Row>
      </Card>
      <Card title="Questões" aside={`${trial.questions.length} de ${TRIAL_QUESTIONS}`}>
        <ol className="grid grid-cols-1 divide-y divide-line">
          {Array.from({ length: TRIAL_QUESTIONS }, (_, at) => {
            const question = trial.questions[at];
            return (
              <li key={question?.id ?? `empty-${at}`} className="py-3 first:pt-0 last:pb-0">
                <Row
                  title={question?.excerpt ?? `Questão ${at + 1}`}
                  about={question ? (question.subject ?? 'Sem matéria') : 'Nenhuma escolhida'}
                  problem={question?.problem ? questionProblems[question.problem] : null}
                >
                  {question && !trial.isOn && (
                    <Button
                      variant="quiet"
                      size="sm"
                      disabled={choose.isPending}
                      onClick={() => choose.mutate({ questionIds: questionIds.toSpliced(at, 1) })}
                    >
                      Tirar<span className="sr-only"> a questão {at + 1}</span>
                    </Button>
                  )}
                  <Button
                    variant="line"
                    size="sm"
                    disabled={at > trial.questions.length}
                    onClick={() => setChoosing(at)}
                  >
                    {question ? 'Trocar' : 'Escolher'}
                    <span className="sr-only"> a questão {at + 1}</span>
                  </Button>
                </Row>
              </li>
            );
          })}
        </ol>
      </Card>
      {choosing === 'lesson' && (
        <ChooseLesson
          chosen={trial.lesson?.id ?? null}
          busy={choose.isPending}
          onClose={close}
          onChoose={(lessonId) => choose.mutate({ lessonId }, { onSuccess: close })}
        />
      )}
      {typeof choosing === 'number' && (
        <ChooseQuestion
          chosen={questionIds}
          busy={choose.isPending}
          onClose={close}
          onChoose={(id) => place(id, choosing)}
        />
      )}
    </div>
  );
}

const lessonProblems = {
  deleted: 'Foi excluída: a página está fechada para os visitantes.',
  too_long: 'Ficou longa demais: a página está fechada para os visitantes.',
};
const questionProblems = {
  inactive: 'Foi anulada ou está desatualizada: não aparece na página.',
  no_comment: 'Ficou sem comentário: não aparece na página.',
};

/** Only an administrator can open it; authors see its state. */
function State({ trial }: { trial: Trial }) {
  const change = useSwitch();
  const mayOpen = trial.lesson !== null && trial.questions.length === TRIAL_QUESTIONS;
  const missing = TRIAL_QUESTIONS - trial.questions.length;
  const missingWords = [
    trial.lesson === null && 'uma aula',
    missing > 0 && plural(missing, 'questão', 'questões'),
  ].filter(Boolean);
  return (
    <Card
      title="Na página inicial"
      aside={<Badge tone={trial.isOpen ? 'ok' : 'plain'}>{trial.isOpen ? 'Aberta' : 'Fechada'}</Badge>}
    >
      {isAdmin(useUser()) ? (
        <Switch
          label="Mostrar aos visitantes"
          help={
            mayOpen || trial.isOn
              ? 'Aberta, a página inicial ganha um convite para ela.'
              : `Para abrir, falta escolher ${missingWords.join(' e ')}.`
          }
          checked={trial.isOn}
          disabled={change.isPending || (!trial.isOn && !mayOpen)}
          onChange={({ target }) => change.mutate(target.checked)}
        />
      ) : (
        <p className="text-ink-soft">Quem administra a escola abre e fecha a amostra.</p>
      )}
      {trial.isOn && !trial.isOpen && (
        <Notice tone="sun" className="mt-3">
          A amostra está ligada, mas os visitantes ainda não a veem. Troque o que está marcado abaixo.
        </Notice>
      )}
    </Card>
  );
}

type RowProps = { title: string; about: string; problem: string | null; children: ReactNode };

function Row({ title, about, problem, children }: RowProps) {
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="line-clamp-2 break-words">{title}</p>
        <p className="text-ink-soft text-sm">{about}</p>
        {problem && <p className="mt-1 text-bad text-sm">{problem}</p>}
      </div>
      <div className="flex gap-2">{children}</div>
    </div>
  );
}
