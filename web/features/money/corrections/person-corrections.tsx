import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  adjustCorrections,
  CORRECTION_REASON_MAX,
  type CorrectionEntryKind,
  type CorrectionsOfPerson,
} from '#contract/money/corrections.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { correctionsOfQuery, useAdjustCorrections } from './corrections.queries.ts';

const entryWords: Record<CorrectionEntryKind, string> = {
  bought: 'Compradas',
  taken_back: 'Tiradas com a compra',
  spent: 'Usada em uma redação',
  returned: 'Devolvida por atraso',
  adjusted: 'Ajuste',
};

function stateWords({ left, balance }: CorrectionsOfPerson): string {
  if (left !== null) return `${plural(left, 'correção', 'correções')} para usar.`;
  return balance === null
    ? 'Não são contadas: o aluno comprou sem limite de correções.'
    : `Não são contadas enquanto vale um acesso sem limite. Guardadas: ${balance}.`;
}

/** The corrections of essays that a student has, for the office. */
export function PersonCorrections({ id }: { id: string }) {
  const known = useQuery(correctionsOfQuery(id));
  return (
    <Card title="Correções de redação">
      {known.isPending && <Skeleton className="h-20 w-full" />}
      {known.isError && !known.data && <LoadError of={known} title="Não conseguimos carregar as correções" />}
      {known.data && (
        <>
          <p className="mb-3">{stateWords(known.data)}</p>
          <Adjustment id={id} />
          {known.data.entries.length > 0 && (
            <Fold title="O que aconteceu" className="-mx-4 md:-mx-5 mt-4">
              <ul className="divide-y divide-line">
                {known.data.entries.map(({ id: entryId, kind, amount, reason, by, at }) => (
                  <li key={entryId} className="py-2">
                    <span className="flex justify-between gap-3">
                      <span>{entryWords[kind]}</span>
                      <span className="font-strong tabular-nums">{amount > 0 ? `+${amount}` : `−${-amount}`}</span>
                    </span>
                    {reason && <span className="block break-words text-sm">{reason}</span>}
                    <span className="block text-ink-soft text-sm">
                      {by && `${by}, `}
                      {formatDateTime(at)}
                    </span>
                  </li>
                ))}
              </ul>
            </Fold>
          )}
        </>
      )}
    </Card>
  );
}

const empty = { amount: '', reason: '' };

function Adjustment({ id }: { id: string }) {
  const [creationKey, setCreationKey] = useState(newKey);
  const adjust = useAdjustCorrections(id);
  const form = useForm({
    initial: empty,
    schema: adjustCorrections.body,
    bodyOf: ({ amount, reason }) => ({ amount: Number(amount.replace('−', '-').trim() || 0), reason, creationKey }),
    onSubmit: (body) =>
      adjust.mutate(body, {
        onSuccess: () => {
          form.set(empty);
          setCreationKey(newKey());
        },
        onError: (error) => void form.refused(error),
      }),
  });
  return (
    <form {...form.props} className="grid gap-3">
      <Field label="Dar ou tirar" help="Por exemplo 2, ou −1." error={form.errors.amount}>
        <Input inputMode="text" autoComplete="off" className="max-w-28" {...form.field('amount')} />
      </Field>
      <Field label="Motivo" error={form.errors.reason}>
        <Input maxLength={CORRECTION_REASON_MAX} {...form.field('reason')} />
      </Field>
      <Button
        type="submit"
        variant="line"
        size="sm"
        className="justify-self-start"
        busy={adjust.isPending}
        busyLabel="Ajustando..."
      >
        Ajustar
      </Button>
    </form>
  );
}
