import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type Difference, differences, type Line } from '#web/lib/differences.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import type { EditingHandle } from '#web/lib/use-editing.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { RadioGroup } from './radio-group.tsx';
import { toast } from './toast.ts';

type ConflictNoticeProps<T extends object> = {
  editing: EditingHandle<T>;
  /** 'Este simulado foi alterado enquanto você editava' */
  title: string;
  /** The fields to compare. */
  linesOf: (value: T) => Line[];
  /** Saves the value on the screen, after the person chose to overwrite the other version. */
  onSave: () => void;
  /** More actions before the decision: a link to the stored version. */
  children?: ReactNode;
  className?: string;
};

/**
 * Another person saved first. Nothing is overwritten unless the user confirms it. The notice scrolls into view and
 * takes the focus, wherever on a long page the save was pressed.
 */
export function ConflictNotice<T extends object>(props: ConflictNoticeProps<T>) {
  const { editing, title, linesOf, onSave, children, className } = props;
  const { conflict, changedAt, isSaving } = editing;
  const [givenUp, setGivenUp] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const revision = conflict?.revision;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new conflict scrolls into view again
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'start' });
  }, [revision]);
  if (!conflict) return null;

  const found = differences({ ...editing, sent: null }, editing.joining, linesOf);
  const choose = (name: string, side: 'mine' | 'theirs') => {
    const next = new Set(givenUp);
    if (side === 'theirs') next.add(name);
    else next.delete(name);
    setGivenUp(next);
  };
  const join = () => {
    editing.join(givenUp);
    toast({ title: 'As duas versões estão juntas', description: 'Confira o resultado na tela e salve.', tone: 'info' });
  };
  return (
    <>
      <Notice
        ref={place}
        role="group"
        tabIndex={-1}
        aria-labelledby={titleId}
        tone="bad"
        className={`scroll-mt-24 ${className ?? ''}`}
        title={<span id={titleId}>{title}</span>}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={isSaving} onClick={join}>
              Juntar as duas
            </Button>
            {children}
            <Button
              variant="line"
              size="sm"
              disabled={isSaving}
              onClick={() => {
                editing.keepMine();
                onSave();
              }}
            >
              Salvar a minha no lugar
            </Button>
            <Button variant="line" size="sm" disabled={isSaving} onClick={() => setAsking(true)}>
              Ficar com a salva
            </Button>
          </div>
        }
      >
        <p>
          {conflict.savedAt && `A versão salva é de ${formatDateTime(conflict.savedAt)}. `}
          {changedAt && `A sua é de ${formatDateTime(changedAt)}. `}O que você escreveu continua aqui, e nada foi
          perdido.
        </p>
        {found.length > 0 && (
          <details className="mt-2">
            <summary className="min-h-11 cursor-pointer py-2.5 font-strong">
              Comparar as duas ({plural(found.length, 'diferença', 'diferenças')})
            </summary>
            <ul className="grid grid-cols-1 gap-3">
              {found.map((difference) => (
                <li key={difference.name} className="rounded-control border border-line bg-surface p-3">
                  <Compared
                    difference={difference}
                    side={givenUp.has(difference.name) ? 'theirs' : 'mine'}
                    onChoose={(side) => choose(difference.name, side)}
                  />
                </li>
              ))}
            </ul>
          </details>
        )}
      </Notice>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Ficar com a versão salva?"
        text="O que você escreveu e não salvou será apagado deste aparelho."
        confirmLabel="Ficar com a salva"
        cancelLabel="Voltar"
        tone="bad"
        onConfirm={() => {
          setAsking(false);
          editing.discard();
        }}
      />
    </>
  );
}

const whoChanged = {
  me: 'Só você mudou: ao juntar, fica a sua.',
  them: 'Só a salva mudou: ao juntar, fica a salva.',
  both: 'As duas mudaram.',
};

type ComparedProps = {
  difference: Difference;
  side: 'mine' | 'theirs';
  onChoose: (side: 'mine' | 'theirs') => void;
};

function Compared({ difference: { label, mine, theirs, changedBy }, side, onChoose }: ComparedProps) {
  return (
    <>
      <p className="font-strong">{label}</p>
      <p className="mb-2 text-ink-soft">{whoChanged[changedBy]}</p>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <Version label="A sua" text={mine} />
        <Version label="A salva" text={theirs} />
      </div>
      {changedBy === 'both' && (
        <div className="mt-2">
          <RadioGroup
            label={`Ao juntar, fica em ${label}:`}
            value={side}
            onValueChange={onChoose}
            options={[
              { value: 'mine', label: 'A sua' },
              { value: 'theirs', label: 'A salva' },
            ]}
          />
        </div>
      )}
    </>
  );
}

function Version({ label, text }: { label: string; text: string | null }) {
  return (
    <div className="min-w-0">
      <p className="text-ink-soft">{label}</p>
      <p className="line-clamp-6 whitespace-pre-line [overflow-wrap:anywhere]">
        {text === null ? 'Não está nesta versão.' : text || 'Em branco'}
      </p>
    </div>
  );
}
