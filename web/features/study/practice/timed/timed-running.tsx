import { CloudCheck, CloudUpload, WifiOff } from 'lucide-react';
import { useState } from 'react';
import type { Practice } from '#contract/study/practice.ts';
import { Countdown } from '#web/features/exams/mock-exams/taking/countdown.tsx';
import { QuizFrame } from '#web/features/exams/mock-exams/taking/quiz-frame.tsx';
import { keyPriceMoment } from '#web/features/questions/questions/key-price.tsx';
import { formatTime, plural } from '#web/lib/format.ts';
import { usePauseReloads } from '#web/lib/new-version.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { type ChoicesState, useTimedPractice } from './use-timed-practice.ts';

type TimedRunningProps = { practice: Practice & { timed: NonNullable<Practice['timed']> } };

/** A timed practice that is not over: the frame of a simulado, fed by the choices of this browser. */
export function TimedRunning({ practice }: TimedRunningProps) {
  const { questions, title, total, timed } = practice;
  const live = useTimedPractice(practice);
  const [isOpen, setOpen] = useState(true);
  const [isTimeOver, setTimeOver] = useState(false);
  const [flags, setFlags] = useState<ReadonlySet<number>>(new Set());
  usePauseReloads(isOpen);
  const answered = questions.filter(({ id }) => live.chosen(id) !== null).length;
  const firstBlank = questions.findIndex(({ id }) => live.chosen(id) === null);
  const price = questions.find(({ postponesTo }) => postponesTo !== null)?.postponesTo ?? null;
  const isLocked = isTimeOver || live.isEnding;
  return (
    <>
      <PageHeader eyebrow="Caderno de erros" title={title} />
      <div data-session hidden />
      <Card title="Em andamento">
        <p className="mb-4">
          {answered} de {plural(total, 'questão respondida', 'questões respondidas')}. Termina às{' '}
          {formatTime(timed.deadlineAt)}, mesmo fechado.
        </p>
        <Button variant="next" onClick={() => setOpen(true)}>
          Continuar
        </Button>
      </Card>
      <QuizFrame
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        state={<StoredState state={live.state} unsent={live.unsent} />}
        timer={
          <Countdown
            deadlineAt={timed.deadlineAt}
            clock={live.clock}
            onZero={() => {
              setTimeOver(true);
              live.end();
            }}
          />
        }
        notice={isLocked && <EndNotice isTimeOver={isTimeOver} onWithdraw={live.withdraw} />}
        questions={questions}
        answerOf={(id) => ({ optionId: live.chosen(id), flagged: flags.has(id) })}
        firstIndex={Math.max(0, firstBlank)}
        onChoose={live.choose}
        onFlag={(id) =>
          setFlags((before) =>
            before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id),
          )
        }
        {...(price
          ? {
              finishWarning: `Finalizar mostra o gabarito e adia o certificado para ${keyPriceMoment(price)}.`,
              confirmLabel: 'Finalizar',
            }
          : {})}
        onFinish={live.end}
        finishing={live.isEnding}
        locked={isLocked}
      />
    </>
  );
}

function StoredState({ state, unsent }: { state: ChoicesState; unsent: number }) {
  const icon = state === 'saved' ? <CloudCheck /> : state === 'saving' ? <CloudUpload /> : <WifiOff />;
  const words = {
    saved: 'Cada resposta é salva na hora',
    saving: 'Salvando…',
    waiting: `Sem conexão: ${plural(unsent, 'resposta guardada', 'respostas guardadas')} neste aparelho`,
  };
  return (
    <span className="flex h-[2lh] items-center gap-1.5 overflow-hidden text-xs leading-[1rem] md:h-[1lh] [&>.lucide]:size-4 [&>.lucide]:shrink-0">
      {icon}
      <span className="line-clamp-2 min-w-0 md:line-clamp-1">{words[state]}</span>
      <span role="status" className="sr-only">
        {state === 'waiting' && 'Sem conexão. Suas respostas ficam guardadas neste aparelho.'}
      </span>
    </span>
  );
}

function EndNotice({ isTimeOver, onWithdraw }: { isTimeOver: boolean; onWithdraw: () => void }) {
  return (
    <div role="alert" className="px-4 pt-4 md:px-8">
      {isTimeOver ? (
        <Notice tone="sun" title="O tempo acabou">
          As respostas que já estavam salvas contam. O resultado abre com a conexão.
        </Notice>
      ) : (
        <Notice
          tone="sun"
          title="Enviando o simulado"
          action={
            <Button variant="line" size="sm" onClick={onWithdraw}>
              Continuar respondendo
            </Button>
          }
        >
          Sem conexão ele sai sozinho quando ela voltar. O relógio não para.
        </Notice>
      )}
    </div>
  );
}
