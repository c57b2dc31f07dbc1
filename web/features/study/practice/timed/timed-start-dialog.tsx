import { useState } from 'react';
import { useLocation } from 'wouter';
import { TIMED_MINUTES_MAX, TIMED_MINUTES_MIN } from '#contract/study/timed-limits.ts';
import { startTimedPractice, type TimedPracticeOffer } from '#contract/study/timed-practice.ts';
import { PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useStartTimed } from './timed-practice.queries.ts';
import { leftOutWords, mostOf, proposedCount, proposedMinutes } from './timed-words.ts';

type TimedStartProps = { offer: TimedPracticeOffer; onClose: () => void };

const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** How many questions and how many minutes. The minutes follow the number until they are changed. */
export default function TimedStartDialog({ offer, onClose }: TimedStartProps) {
  const [, navigate] = useLocation();
  const [creationKey] = useState(newKey);
  const start = useStartTimed();
  const most = mostOf(offer);
  const count = proposedCount(offer);
  const form = useForm({
    initial: { count: String(count), minutes: '' },
    schema: startTimedPractice.body,
    bodyOf: (typed) => ({
      count: Math.min(most, numberOf(typed.count)),
      minutes:
        typed.minutes === '' ? proposedMinutes(Math.min(most, numberOf(typed.count)), offer) : numberOf(typed.minutes),
      creationKey,
    }),
    onSubmit: (body) =>
      start.mutate(body, {
        onSuccess: ({ practiceId }) => navigate(paths.practice(practiceId)),
        onError: (error) => form.refused(error) || toastFailure('Simulado não iniciado')(error),
      }),
  });
  const proposed = proposedMinutes(Math.min(most, numberOf(form.values.count) || count), offer);
  const leftOut = leftOutWords(offer);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Simulado dos meus erros"
      size="sm"
      footer={
        <Button
          type="submit"
          form={form.id}
          variant="next"
          className="ml-auto max-md:w-full"
          busy={start.isPending}
          busyLabel="Sorteando..."
        >
          <PricedLabel postponesTo={offer.postponesTo} words="ao entregar, pode adiar o certificado para">
            Começar agora
          </PricedLabel>
        </Button>
      }
    >
      <form {...form.props} className="grid grid-cols-1 gap-5">
        <p className="text-ink-soft text-sm">
          Gabarito e comentários aparecem só no fim. Não há ranking nem certificado, e o tempo corre mesmo com a página
          fechada.
        </p>
        <Field
          label="Quantas questões"
          help={`No máximo ${plural(most, 'questão', 'questões')} do seu caderno agora.`}
          error={form.errors.count}
        >
          <Input type="number" inputMode="numeric" min={1} max={most} {...form.field('count')} />
        </Field>
        <Field label="Minutos" help={`Vazio vale ${proposed} minutos.`} error={form.errors.minutes}>
          <Input
            type="number"
            inputMode="numeric"
            min={TIMED_MINUTES_MIN}
            max={TIMED_MINUTES_MAX}
            placeholder={String(proposed)}
            {...form.field('minutes')}
          />
        </Field>
        {leftOut && <p className="text-ink-soft text-sm">{leftOut}</p>}
      </form>
    </Dialog>
  );
}
