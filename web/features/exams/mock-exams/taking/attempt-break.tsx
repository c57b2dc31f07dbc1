import { Pause, Play } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { AttemptAids } from '#contract/exams/attempt-aids.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { AttemptClock } from './attempt-clock.ts';
import { Countdown } from './countdown.tsx';
import { ExamDialog } from './exam-dialog.tsx';

type BreakOfferProps = { aids: AttemptAids; busy: boolean; onBegin: () => void };

/** Above the question, for a student who may stop the clock. */
export function BreakOffer({ aids, busy, onBegin }: BreakOfferProps) {
  if (aids.breaksLeft === 0) return null;
  return (
    <div className="mx-4 mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm md:mx-8">
      <p className="text-ink-soft">
        Você pode parar o relógio mais {plural(aids.breaksLeft, 'vez', 'vezes')}, até {aids.breakMinutes} min.
      </p>
      <Button variant="line" size="sm" className="min-h-11" busy={busy} busyLabel="Parando..." onClick={onBegin}>
        <Pause />
        Parar o relógio
      </Button>
    </div>
  );
}

type BreakScreenProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What goes on after the break. */
  work: 'prova' | 'redação';
  state: ReactNode;
  /** Null: the break is over, and the questions are being read. */
  pausedUntil: string | null;
  clock: AttemptClock;
  busy: boolean;
  onOver: () => void;
  onEnd: () => void;
};

/** During a break neither the questions nor the text of an essay are shown. */
export function BreakScreen(props: BreakScreenProps) {
  const { open, onOpenChange, title, work, state, pausedUntil, clock, busy, onOver, onEnd } = props;
  const back = useRef<HTMLButtonElement>(null);
  return (
    <ExamDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      state={state}
      timer={null}
      actions={null}
      firstFocus={() => back.current}
      scrolls
      footer={
        pausedUntil && (
          <Button ref={back} className="mx-auto" busy={busy} busyLabel="Voltando..." onClick={onEnd}>
            <Play />
            Voltar à {work}
          </Button>
        )
      }
    >
      <div className="m-auto grid max-w-[34rem] gap-3 px-4 py-8 text-center">
        <div role="status">
          <h2 className="text-2xl">{pausedUntil ? 'O relógio está parado' : 'A pausa acabou'}</h2>
        </div>
        {pausedUntil ? (
          <>
            <p className="on-night mx-auto rounded-control bg-night px-4 py-2 text-on-night">
              <Countdown deadlineAt={pausedUntil} clock={clock} onZero={onOver} />
            </p>
            <p className="text-ink-soft">
              Quando a pausa acabar, ou quando você voltar, a {work} continua de onde parou. O que você não usar da
              pausa não vira tempo de {work}.
            </p>
          </>
        ) : (
          <p className="text-ink-soft">O relógio anda de novo. Estamos abrindo as questões…</p>
        )}
      </div>
    </ExamDialog>
  );
}
