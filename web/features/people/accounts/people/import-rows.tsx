import { useQuery } from '@tanstack/react-query';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { PeoplePreviewRow } from '#contract/people/people-imports.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { cx } from '#web/ui/cx.ts';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { type Corrections, corrected } from './import-words.ts';
import { offerChoicesQuery } from './people.queries.ts';

const STEP = 100;

type ImportRowsProps = {
  rows: PeoplePreviewRow[];
  corrections: Corrections;
  onCorrect: (line: number, change: Corrections[number]) => void;
};

/** What each line becomes, those with a problem first. */
export function ImportRows({ rows, corrections, onCorrect }: ImportRowsProps) {
  const [shown, setShown] = useState<'all' | 'wrong'>('all');
  const [limit, setLimit] = useState(STEP);
  const isWrong = ({ problem, warning }: PeoplePreviewRow) => problem !== null || warning !== null;
  const wrong = rows.filter(isWrong);
  const listed = shown === 'wrong' ? wrong : [...wrong, ...rows.filter((row) => !isWrong(row))];
  return (
    <Card
      title="O que cada linha vira"
      aside={
        <Chips
          label="Mostrar"
          value={shown}
          onValueChange={setShown}
          chips={[
            { value: 'all', label: 'Todas', count: rows.length },
            { value: 'wrong', label: 'Com problema', count: wrong.length },
          ]}
        />
      }
    >
      <ul className="divide-y divide-line">
        {listed.slice(0, limit).map((row) => (
          <ImportRow key={row.line} row={row} corrections={corrections} onCorrect={onCorrect} />
        ))}
      </ul>
      {listed.length === 0 && <p className="text-ink-soft">Nenhuma linha com problema.</p>}
      {listed.length > limit && (
        <Button variant="line" className="mt-3" onClick={() => setLimit(limit + STEP)}>
          Mostrar mais {Math.min(STEP, listed.length - limit)}
        </Button>
      )}
    </Card>
  );
}

type ImportRowProps = { row: PeoplePreviewRow } & Pick<ImportRowsProps, 'corrections' | 'onCorrect'>;

function ImportRow({ row, corrections, onCorrect }: ImportRowProps) {
  const { line, firstName, lastName, email, offerName, accessUntil, problem, isKnown, isCpfLeftOut, ...now } =
    corrected(row, corrections);
  const isCpfFixed = row.isCpfLeftOut && !isCpfLeftOut;
  const warning = isCpfFixed ? 'CPF corrigido.' : now.warning;
  return (
    <li className="grid grid-cols-[36px_minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2 text-sm md:grid-cols-[36px_minmax(0,1.4fr)_minmax(0,1fr)_92px_92px] md:items-center">
      <span className="text-ink-soft tabular-nums">{line}</span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <b>
          {firstName} {lastName}
        </b>
        <small className="block text-ink-soft text-xs">{email}</small>
      </div>
      <span className="col-start-2 text-ink-soft md:col-start-auto">{offerName ?? 'Oferta padrão'}</span>
      <span className="col-start-3 tabular-nums md:col-start-auto">
        {accessUntil ? formatDay(accessUntil) : 'pela oferta'}
      </span>
      <span className="col-start-3 row-start-1 md:col-start-auto md:row-start-auto">
        {problem !== null ? 'não entra' : isKnown ? 'sem convite' : 'com convite'}
      </span>
      {(row.problem || warning || isKnown) && (
        <div className="col-span-2 col-start-2 flex flex-wrap items-start gap-2 md:col-span-4">
          {problem === null ? (
            <TriangleAlert className="mt-0.5 text-sun-ink" />
          ) : (
            <CircleAlert className="mt-0.5 text-bad" />
          )}
          <span className={cx('min-w-0 grow', problem !== null && 'text-bad')}>
            {problem ?? warning ?? (isKnown ? 'Já é aluno: nada se repete, o acesso só cresce.' : 'Corrigido.')}
          </span>
          {row.problem && <Correction row={row} corrections={corrections} onCorrect={onCorrect} />}
          {!row.problem && row.isCpfLeftOut && (
            <Input
              aria-label={`CPF da linha ${line}`}
              className="w-44"
              inputMode="numeric"
              autoComplete="off"
              placeholder="CPF certo"
              value={corrections[line]?.cpf ?? ''}
              onChange={({ target }) => onCorrect(line, { cpf: target.value })}
            />
          )}
        </div>
      )}
    </li>
  );
}

/** Edited in place: another address, or one of the offers on sale. */
function Correction({ row, corrections, onCorrect }: ImportRowProps) {
  const isOffer = row.problem?.startsWith('Não há oferta') ?? false;
  const offers = useQuery({ ...offerChoicesQuery, enabled: isOffer }).data ?? [];
  const change = corrections[row.line];
  if (isOffer) {
    return (
      <Select
        aria-label={`Oferta da linha ${row.line}`}
        className="w-56"
        value={change?.offerId ?? ''}
        onChange={({ target }) => target.value && onCorrect(row.line, { offerId: Number(target.value) })}
      >
        <option value="">Escolher uma</option>
        {offers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    );
  }
  return (
    <Input
      aria-label={`E-mail da linha ${row.line}`}
      className="w-64"
      type="email"
      value={change?.email ?? row.email}
      onChange={({ target }) => onCorrect(row.line, { email: target.value })}
    />
  );
}
