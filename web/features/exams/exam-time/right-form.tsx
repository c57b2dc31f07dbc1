import { type FormEvent, useState } from 'react';
import {
  BREAK_MINUTES_MAX,
  BREAKS_MAX,
  EXAM_TIME_REASON_MAX,
  EXTRA_MINUTES_MAX,
  EXTRA_PERCENT_MAX,
  type ExamHelper,
  type ExamTimeOfPerson,
  examHelpers,
  examTimeBody,
} from '#contract/exams/exam-time.ts';
import { writtenDay } from '#contract/time.ts';
import { textOf } from '#web/lib/api.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Options } from '#web/ui/options.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useChecking } from '#web/ui/use-form.ts';
import { useRemoveExamTime, useSaveExamTime } from './exam-time.queries.ts';
import { helperWords } from './exam-time-words.ts';

const kinds = ['none', '25', '50', 'percent', 'minutes'] as const;
type Kind = (typeof kinds)[number];
const kindWords: Record<Kind, string> = {
  none: 'Nenhum',
  '25': '+25%',
  '50': '+50%',
  percent: 'Outra porcentagem',
  minutes: 'Minutos por prova',
};

/** The usual shares are one press; any other is typed. */
function kindOf({ right }: ExamTimeOfPerson): Kind {
  if (!right) return '25';
  if (right.extraMinutes > 0) return 'minutes';
  if (right.extraPercent === 25 || right.extraPercent === 50) return `${right.extraPercent}`;
  return right.extraPercent > 0 ? 'percent' : 'none';
}

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

type Chosen = { kind: Kind /** As typed. */; amount: string };

export const chosenAtFirst = (known: ExamTimeOfPerson): Chosen => ({
  kind: kindOf(known),
  amount: String(known.right?.extraMinutes || known.right?.extraPercent || ''),
});

const typedExtra = ({ kind, amount }: Chosen) => ({
  percent: kind === 'percent' ? numberOf(amount) : kind === '25' || kind === '50' ? Number(kind) : 0,
  minutes: kind === 'minutes' ? numberOf(amount) : 0,
});

/** Nothing as long as no valid amount is typed. */
export function extraOf(chosen: Chosen): { percent: number; minutes: number } {
  const { percent, minutes } = typedExtra(chosen);
  const within = (value: number, most: number) => (Number.isInteger(value) && value > 0 && value <= most ? value : 0);
  return { percent: within(percent, EXTRA_PERCENT_MAX), minutes: within(minutes, EXTRA_MINUTES_MAX) };
}

type RightFormProps = { id: string; known: ExamTimeOfPerson; chosen: Chosen; onChoose: (chosen: Chosen) => void };

export function RightForm({ id, known, chosen, onChoose }: RightFormProps) {
  const { right, revision } = known;
  const { kind, amount } = chosen;
  const [breaks, setBreaks] = useState(String(right?.breaks ?? 0));
  const [breakMinutes, setBreakMinutes] = useState(String(right?.breakMinutes ?? 10));
  const [largePrint, setLargePrint] = useState(right?.largePrint ?? false);
  const [helper, setHelper] = useState<ExamHelper>(right?.helper ?? 'none');
  const [reason, setReason] = useState(right?.reason ?? '');
  const [validUntil, setValidUntil] = useState(right?.validUntil ?? '');
  const [isRemoving, setRemoving] = useState(false);
  const checking = useChecking();
  const save = useSaveExamTime(id);
  const remove = useRemoveExamTime(id);

  const isTyped = kind === 'percent' || kind === 'minutes';
  const amountField = kind === 'minutes' ? 'extraMinutes' : 'extraPercent';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { percent, minutes } = typedExtra(chosen);
    const body = checking.check(examTimeBody, {
      extraPercent: percent,
      extraMinutes: minutes,
      breaks: numberOf(breaks),
      breakMinutes: numberOf(breakMinutes),
      largePrint,
      helper,
      reason,
      validUntil,
      revision,
    });
    if (body) save.mutate(body, { onError: (error) => void checking.refused(error) });
  };

  return (
    <Card
      title="O direito"
      aside={
        right &&
        (right.isInForce ? (
          <Badge tone="ok">vale até {writtenDay(right.validUntil)}</Badge>
        ) : (
          <Badge tone="sun">terminou em {writtenDay(right.validUntil)}</Badge>
        ))
      }
    >
      <form ref={checking.area} noValidate onSubmit={submit} className="grid gap-4">
        <RadioGroup
          label="Tempo a mais"
          look="cards"
          value={kind}
          onValueChange={(next) => {
            onChoose({ kind: next, amount });
            checking.mend('extraPercent', 'extraMinutes');
          }}
          options={kinds.map((value) => ({ value, label: kindWords[value] }))}
          error={isTyped ? null : (checking.errors.extraPercent ?? null)}
        />
        {isTyped && (
          <Field
            label={kind === 'minutes' ? 'Minutos a mais em cada prova' : 'Porcentagem a mais'}
            error={checking.errors[amountField] ?? null}
          >
            <Input
              inputMode="numeric"
              type="number"
              min={1}
              max={kind === 'minutes' ? EXTRA_MINUTES_MAX : EXTRA_PERCENT_MAX}
              value={amount}
              onChange={(event) => {
                onChoose({ kind, amount: event.target.value });
                checking.mend(amountField);
              }}
            />
          </Field>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Pausas por prova" help="O relógio para." error={checking.errors.breaks ?? null}>
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={BREAKS_MAX}
              value={breaks}
              onChange={(event) => setBreaks(event.target.value)}
            />
          </Field>
          <Field label="Minutos de cada pausa" error={checking.errors.breakMinutes ?? null}>
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={BREAK_MINUTES_MAX}
              value={breakMinutes}
              onChange={(event) => setBreakMinutes(event.target.value)}
            />
          </Field>
        </div>
        <Checkbox
          label="Letra grande ao abrir a prova"
          checked={largePrint}
          onChange={(event) => setLargePrint(event.target.checked)}
        />
        <Field label="Ajuda de outra pessoa">
          <Select value={helper} onChange={(event) => setHelper(event.target.value as ExamHelper)}>
            <Options of={examHelpers} words={helperWords} />
          </Select>
        </Field>
        <Field label="Motivo, só a secretaria lê" error={checking.errors.reason ?? null}>
          <Textarea
            rows={2}
            maxLength={EXAM_TIME_REASON_MAX}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              checking.mend('reason');
            }}
          />
        </Field>
        <Field
          label="Vale até"
          help="O último dia em que uma prova pode começar com ele."
          error={checking.errors.validUntil ?? null}
        >
          <Input
            type="date"
            value={validUntil}
            onChange={(event) => {
              setValidUntil(event.target.value);
              checking.mend('validUntil');
            }}
          />
        </Field>
        {save.isError && Object.keys(checking.errors).length === 0 && (
          <Notice tone="bad" title="Direito não guardado">
            {textOf(save.error)}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={save.isPending} busyLabel="Guardando...">
            Guardar
          </Button>
          {right && (
            <Button variant="quiet" onClick={() => setRemoving(true)}>
              Tirar o direito
            </Button>
          )}
        </div>
      </form>
      <AlertDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="Tirar o direito?"
        text="As próximas provas terão o tempo de todos. O motivo e o documento são apagados."
        confirmLabel="Tirar"
        cancelLabel="Cancelar"
        onConfirm={() => {
          setRemoving(false);
          remove.mutate(revision);
        }}
      />
    </Card>
  );
}
