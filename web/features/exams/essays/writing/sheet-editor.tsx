import { type Ref, useMemo } from 'react';
import { ESSAY_TEXT_MAX } from '#contract/exams/essay-limits.ts';
import { endOfSheet, essayLines } from '#contract/exams/essay-lines.ts';
import { cx } from '#web/ui/cx.ts';
import { NativeTextarea } from '#web/ui/native-field.tsx';

type SheetEditorProps = {
  text: string;
  lineWidth: number;
  maxLines: number;
  spelling: boolean;
  isReadOnly: boolean;
  onChange: (text: string) => void;
  onBlur: () => void;
  ref?: Ref<HTMLTextAreaElement>;
};

/** Text and copy must break at the same places: same font, padding and white space. */
const written =
  'col-start-1 row-start-1 whitespace-pre-wrap py-0 pr-4 pl-12 font-serif text-md leading-[2rem] [overflow-wrap:anywhere] md:pl-14 md:font-mono md:text-base md:leading-[2rem]';

/**
 * The ruled sheet. A copy of the text is rendered behind the text area: it shows the line numbers of the sheet,
 * wherever the screen wraps the text, and greys out the text beyond the end of the sheet. On wide screens one row is
 * one line.
 */
export function SheetEditor({
  text,
  lineWidth,
  maxLines,
  spelling,
  isReadOnly,
  onChange,
  onBlur,
  ref,
}: SheetEditorProps) {
  const lines = useMemo(() => essayLines(text, lineWidth), [text, lineWidth]);
  const end = endOfSheet(text, lines, maxLines);
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface py-4 focus-within:outline-3 focus-within:outline-focus">
      <div
        className="relative grid min-w-0 md:w-[calc(var(--line-width)*1ch+4.5rem)] md:font-mono md:text-base"
        style={
          {
            '--line-width': lineWidth,
            minHeight: `calc(${maxLines} * 2rem)`,
            backgroundImage: 'linear-gradient(to top, var(--line) 1px, transparent 1px)',
            backgroundSize: '100% 2rem',
          } as React.CSSProperties
        }
      >
        <div aria-hidden="true" className={cx(written, 'pointer-events-none select-none text-transparent')}>
          {lines.map(({ start, end: lineEnd }, index) => {
            const next = lines[index + 1]?.start ?? text.length;
            const isBeyond = start >= end;
            return (
              <span key={start} className={isBeyond ? 'bg-sunken' : undefined}>
                {index === 0 && text.slice(0, start)}
                {text.slice(start, start + 1)}
                {/* Behind the first letter: before it, a break of the screen could leave the number in the row above. */}
                <span
                  className={cx(
                    'absolute left-0 w-9 text-right font-sans text-xs tabular-nums leading-[2rem] md:w-10',
                    isBeyond
                      ? 'text-bad'
                      : (index + 1) % 5 === 0
                        ? 'font-strong text-ink'
                        : 'text-ink-soft max-md:hidden',
                  )}
                >
                  {isBeyond ? 'fora' : index + 1}
                </span>
                {text.slice(start + 1, lineEnd)}
                {text.slice(lineEnd, next)}
              </span>
            );
          })}
          {lines.length === 0 && text}
          {'\u200b'}
        </div>
        <NativeTextarea
          ref={ref}
          aria-label="Texto da redação"
          value={text}
          maxLength={ESSAY_TEXT_MAX}
          readOnly={isReadOnly}
          spellCheck={spelling}
          autoCorrect={spelling ? 'on' : 'off'}
          autoCapitalize={spelling ? 'sentences' : 'off'}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
          className={cx(written, 'relative resize-none overflow-hidden bg-transparent text-ink outline-none')}
        />
      </div>
    </div>
  );
}
