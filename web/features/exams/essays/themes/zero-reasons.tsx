import { Plus, X } from 'lucide-react';
import { RULE_NAME_MAX } from '#contract/limits.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Options } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import type { EditedEspelho, EditedReason } from './theme-draft.ts';

const effects: Record<EditedReason['effect'], string> = {
  zero: 'zera a redação',
  criterion: 'zera um critério',
  deduct: 'tira pontos',
};
const triggers = {
  '': 'o leitor decide',
  blank: 'sozinho, em branco',
  too_short: 'sozinho, abaixo do mínimo de linhas',
};

type ZeroReasonsProps = {
  espelho: EditedEspelho;
  errors: Partial<Record<string, string>>;
  max: number;
  onChange: (wish: Partial<EditedEspelho>) => void;
};

/** Reasons that make an essay zero or deduct points, whatever the criteria. */
export function ZeroReasons({ espelho, errors, max, onChange }: ZeroReasonsProps) {
  const { zeroReasons, criteria } = espelho;
  const change = (key: string, wish: Partial<EditedReason>) =>
    onChange({ zeroReasons: zeroReasons.map((one) => (one.key === key ? { ...one, ...wish } : one)) });
  const add = () => {
    const reason = { effect: 'zero', criterionKey: '', points: '1', automatic: null } as const;
    onChange({ zeroReasons: [...zeroReasons, { key: newKey(), name: '', ...reason }] });
  };
  const wrong = errors['draft.espelho.zeroReasons'];
  return (
    <Card title="Motivos que tiram a nota">
      {wrong && <p className="mb-3 text-bad text-sm">{wrong}</p>}
      <ul className="grid grid-cols-1 gap-3">
        {zeroReasons.map((reason, at) => (
          <li
            key={reason.key}
            className="grid grid-cols-1 gap-3 rounded-control border border-line p-3 md:grid-cols-[minmax(0,1fr)_12rem_minmax(0,14rem)_auto]"
          >
            <Field label="Motivo" error={errors[`draft.espelho.zeroReasons.${at}.name`]}>
              <Input
                value={reason.name}
                maxLength={RULE_NAME_MAX}
                onChange={({ target }) => change(reason.key, { name: target.value })}
              />
            </Field>
            <Field label="Efeito">
              <Select
                value={reason.effect}
                onChange={({ target }) => change(reason.key, { effect: target.value as EditedReason['effect'] })}
              >
                <Options words={effects} />
              </Select>
            </Field>
            <Field label="Quando">
              <Select
                value={reason.automatic ?? ''}
                onChange={({ target }) =>
                  change(reason.key, { automatic: (target.value || null) as EditedReason['automatic'] })
                }
              >
                <Options words={triggers} />
              </Select>
            </Field>
            <Button
              variant="quiet"
              size="icon"
              className="self-end"
              aria-label={`Tirar motivo ${at + 1}`}
              onClick={() => onChange({ zeroReasons: zeroReasons.filter(({ key }) => key !== reason.key) })}
            >
              <X />
            </Button>
            {reason.effect === 'criterion' && (
              <Field label="Critério" error={errors[`draft.espelho.zeroReasons.${at}.effect`]}>
                <Select
                  value={reason.criterionKey}
                  onChange={({ target }) => change(reason.key, { criterionKey: target.value })}
                >
                  <option value="">Escolha</option>
                  {criteria.map(({ key, name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
            {reason.effect === 'deduct' && (
              <Field label="Pontos" error={errors[`draft.espelho.zeroReasons.${at}.effect`]}>
                <Input
                  inputMode="decimal"
                  value={reason.points}
                  onChange={({ target }) => change(reason.key, { points: target.value })}
                />
              </Field>
            )}
          </li>
        ))}
      </ul>
      {zeroReasons.length < max && (
        <Button variant="line" size="sm" className="mt-3" onClick={add}>
          <Plus /> Novo motivo
        </Button>
      )}
    </Card>
  );
}
