import { useQuery } from '@tanstack/react-query';
import { Minus, Plus, Trash2 } from 'lucide-react';
import type { Criterion } from '#contract/exams/espelho.ts';
import type { EssayMark } from '#contract/exams/essay-corrections.ts';
import { ESSAY_WORDS_MAX } from '#contract/exams/essay-limits.ts';
import { formatPoints } from '#web/lib/format.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { commentsQuery, useRemoveComment, useSaveComment } from './grading.queries.ts';
import { steppedPoints } from './marks.ts';

type MarkFieldsProps = {
  mark: EssayMark;
  criteria: readonly Criterion[];
  isEditable: boolean;
  onChange: (wish: Partial<EssayMark>) => void;
  onRemove: () => void;
  /** Back to the sheet. */
  onDone: () => void;
};

/** The active mark: criterion, points, comment, and the comments of the school. */
export function MarkFields({ mark, criteria, isEditable, onChange, onRemove, onDone }: MarkFieldsProps) {
  return (
    <Card title="Marca" className="border-ink">
      <div data-mark className="grid grid-cols-1 gap-3">
        <Field label="Critério">
          <Select
            value={mark.criterionKey ?? ''}
            disabled={!isEditable}
            onChange={({ target }) => onChange({ criterionKey: target.value || null })}
          >
            <option value="">Geral</option>
            {criteria.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Comentário"
          help={
            <>
              <Kbd>Enter</Kbd> volta ao texto, <Kbd>↓</Kbd> escolhe um pronto.
            </>
          }
        >
          <Textarea
            data-comment
            rows={2}
            value={mark.comment}
            disabled={!isEditable}
            maxLength={ESSAY_WORDS_MAX}
            onChange={({ target }) => onChange({ comment: target.value })}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' && isAtEnd(event.currentTarget) && focusChoice(event.currentTarget, 1)) {
                return event.preventDefault();
              }
              if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              onDone();
            }}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="line"
            size="icon"
            aria-label="Tirar 0,1 a mais"
            disabled={!isEditable || mark.isPraise}
            onClick={() => onChange({ points: steppedPoints(mark.points, 1) })}
          >
            <Minus />
          </Button>
          <span className="min-w-12 text-center tabular-nums">
            {mark.isPraise ? 'elogio' : mark.points === 0 ? '0' : `−${formatPoints(mark.points)}`}
          </span>
          <Button
            variant="line"
            size="icon"
            aria-label="Tirar 0,1 a menos"
            disabled={!isEditable || mark.isPraise || mark.points === 0}
            onClick={() => onChange({ points: steppedPoints(mark.points, -1) })}
          >
            <Plus />
          </Button>
          <Checkbox
            label="Elogio"
            checked={mark.isPraise}
            disabled={!isEditable}
            onChange={({ target }) => onChange({ isPraise: target.checked, points: 0 })}
          />
          <Button variant="quiet" size="icon" aria-label="Tirar a marca" disabled={!isEditable} onClick={onRemove}>
            <Trash2 />
          </Button>
        </div>
        <CommentChoices
          search={mark.comment}
          isEditable={isEditable}
          onChoose={(comment) => {
            onChange({ comment });
            onDone();
          }}
        />
      </div>
    </Card>
  );
}

const isAtEnd = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  selectionStart === value.length && selectionEnd === value.length;

/** Moves the focus among comment and choices of the mark. False at the end of them. */
function focusChoice(from: HTMLElement, step: 1 | -1): boolean {
  const stops = [
    ...(from.closest('[data-mark]')?.querySelectorAll<HTMLElement>('[data-comment], [data-choice]:not(:disabled)') ??
      []),
  ];
  const to = stops[stops.indexOf(from) + step];
  to?.focus();
  return to !== undefined;
}

const SHOWN = 6;

type CommentChoicesProps = { search: string; isEditable: boolean; onChoose: (text: string) => void };

/** The school's comments that contain the typed text, most used first; frequent texts are offered for the bank. */
function CommentChoices({ search, isEditable, onChoose }: CommentChoicesProps) {
  const wanted = useDebounced(search.trim());
  const comments = useQuery(commentsQuery(wanted));
  const save = useSaveComment();
  const remove = useRemoveComment();
  const rows = (comments.data ?? []).slice(0, SHOWN);
  const isInBank = rows.some(({ text, isSaved }) => isSaved && text === search.trim());
  return (
    <section aria-label="Comentários prontos">
      <h3 className="mb-1 font-strong text-sm">Comentários prontos</h3>
      {rows.length === 0 && comments.isSuccess && <p className="text-ink-soft text-sm">Nenhum com essas palavras.</p>}
      <ul className="grid grid-cols-1">
        {rows.map(({ id, text, useCount, isSaved }) => (
          <li key={id} className="flex items-center gap-1">
            <button
              type="button"
              disabled={!isEditable}
              data-choice
              onClick={() => onChoose(text)}
              onKeyDown={(event) => {
                const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
                if (step && focusChoice(event.currentTarget, step)) event.preventDefault();
              }}
              className="min-h-11 grow rounded-control px-2 text-left text-sm hover:bg-hover"
            >
              {text} <span className="text-ink-soft">usado {useCount}×</span>
            </button>
            {isSaved ? (
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Tirar do banco: ${text}`}
                onClick={() => remove.mutate(id)}
              >
                <Trash2 />
              </Button>
            ) : (
              <Button variant="line" size="sm" onClick={() => save.mutate(text)}>
                Guardar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {search.trim() !== '' && !isInBank && (
        <Button variant="quiet" size="sm" busy={save.isPending} onClick={() => save.mutate(search.trim())}>
          Guardar este comentário
        </Button>
      )}
    </section>
  );
}
