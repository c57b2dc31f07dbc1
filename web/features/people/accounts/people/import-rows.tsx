import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PeoplePreviewRow } from '#contract/people/people-imports.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { cx } from '#web/ui/cx.ts';
import { ImportCorrection } from './import-correction.tsx';
import type { Correction } from './import-words.ts';

const STEP = 100;

type ImportRowsProps = {
  rows: PeoplePreviewRow[];
  /** The lines that were corrected here. */
  corrected: Readonly<Record<number, unknown>>;
  isChecking: boolean;
  /** The line after its check; null: it could not be checked. */
  onCorrect: (line: number, change: Correction) => Promise<PeoplePreviewRow | null>;
};

const columns =
  'grid grid-cols-[36px_minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm md:grid-cols-[36px_minmax(0,1.4fr)_minmax(0,1fr)_92px_92px]';

/** What each line becomes, those with a problem first. A corrected line keeps its place. */
export function ImportRows({ rows, corrected, isChecking, onCorrect }: ImportRowsProps) {
  const [shown, setShown] = useState<'all' | 'wrong'>('all');
  const [limit, setLimit] = useState(STEP);
  const [said, setSaid] = useState('');
  const isWrong = ({ problem, warning }: PeoplePreviewRow) => problem !== null || warning !== null;
  const doubled = new Set(rows.map(({ doubleOf }) => doubleOf));
  const isAbove = (row: PeoplePreviewRow) => isWrong(row) || row.line in corrected || doubled.has(row.line);
  const above = rows.filter(isAbove);
  const listed = shown === 'wrong' ? above : [...above, ...rows.filter((row) => !isAbove(row))];
  const correct: ImportRowsProps['onCorrect'] = async (line, change) => {
    const row = await onCorrect(line, change);
    if (row) setSaid(`Linha ${line}: ${row.problem ?? row.warning ?? 'corrigida, entra.'}`);
    return row;
  };
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
            { value: 'wrong', label: 'Com problema', count: rows.filter(isWrong).length },
          ]}
        />
      }
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      <div aria-hidden className={cx(columns, 'hidden border-line border-b pb-2 text-ink-soft md:grid')}>
        <span>Linha</span>
        <span>Pessoa</span>
        <span>Oferta</span>
        <span>Acesso até</span>
        <span>Convite</span>
      </div>
      <ul className="divide-y divide-line">
        {listed.slice(0, limit).map((row) => (
          <ImportRow
            key={row.line}
            row={row}
            isCorrected={row.line in corrected}
            isDoubled={doubled.has(row.line)}
            isChecking={isChecking}
            onCorrect={correct}
          />
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

type ImportRowProps = { row: PeoplePreviewRow; isCorrected: boolean; isDoubled: boolean } & Pick<
  ImportRowsProps,
  'isChecking' | 'onCorrect'
>;

function remarkOf({ problem, warning, isKnown, line }: PeoplePreviewRow, isCorrected: boolean, isDoubled: boolean) {
  if (problem !== null) return { text: problem, icon: <CircleAlert className="mt-0.5 text-bad" /> };
  const text =
    warning ??
    (isKnown ? 'Já é aluno: nada se repete, o acesso só cresce.' : null) ??
    (isDoubled ? `Outra linha tem o mesmo e-mail: entra a linha ${line}.` : null);
  if (text !== null) return { text, icon: <TriangleAlert className="mt-0.5 text-sun-ink" /> };
  return isCorrected ? { text: 'Corrigida: entra.', icon: <Check className="mt-0.5 text-ok" /> } : null;
}

function ImportRow({ row, isCorrected, isDoubled, isChecking, onCorrect }: ImportRowProps) {
  const { line, firstName, lastName, email, offerName, typedOffer, accessUntil, problem, isKnown } = row;
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const remark = remarkOf(row, isCorrected, isDoubled);
  const mayCorrect = problem !== null || row.warning !== null || isCorrected || isDoubled;
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    <li className={cx(columns, 'py-2 md:items-center')}>
      <span className="text-ink-soft tabular-nums">{line}</span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <b>
          {firstName} {lastName}
        </b>
        <small className="block text-ink-soft text-xs">{email}</small>
      </div>
      <span className="col-start-2 text-ink-soft md:col-start-auto">
        {offerName ?? (typedOffer ? '—' : 'Oferta padrão')}
      </span>
      <span className="col-start-3 tabular-nums md:col-start-auto">
        {accessUntil ? formatDay(accessUntil) : 'pela oferta'}
      </span>
      <span className="col-start-3 row-start-1 md:col-start-auto md:row-start-auto">
        {problem !== null ? 'não entra' : isKnown ? 'sem convite' : 'com convite'}
      </span>
      {remark && (
        <div className="col-start-2 col-end-[-1] grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
          {remark.icon}
          <div className="flex flex-wrap items-center gap-x-2">
            <span className={cx('min-w-0', problem !== null && 'text-bad')}>{remark.text}</span>
            {mayCorrect && (
              <button
                ref={opener}
                type="button"
                aria-expanded={isOpen}
                aria-label={`Corrigir aqui a linha ${line}`}
                className="link tappable"
                onClick={() => setIsOpen(!isOpen)}
              >
                Corrigir aqui
              </button>
            )}
          </div>
        </div>
      )}
      {isOpen && (
        <div className="col-span-full md:col-span-4 md:col-start-2">
          <ImportCorrection
            row={row}
            busy={isChecking}
            onClose={close}
            onCheck={async (change) => {
              const checked = await onCorrect(line, change);
              const isCpfWrong = Boolean(change.cpf) && checked?.isCpfLeftOut;
              if (checked?.problem === null && !isCpfWrong) close();
            }}
          />
        </div>
      )}
    </li>
  );
}
