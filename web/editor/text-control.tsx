import { Type } from 'lucide-react';
import { useState } from 'react';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Textarea } from '#web/ui/textarea.tsx';
import { LazyEditor } from './lazy-editor.tsx';
import { htmlOf, isPlainHtml, textOfHtml } from './plain-html.ts';

type TextControlProps = {
  format: QuestionFormat;
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
  maxLength: number;
  rows?: number;
  invalid?: boolean;
  /** The error message. */
  describedBy?: string | undefined;
  /** A formatted text starts in the editor, even when it has no formatting yet. */
  opensEditor?: boolean;
};

/** One text of a question: a text area, or the editor when it is formatted. Six options do not need six editors. */
export function TextControl(props: TextControlProps) {
  const {
    format,
    value,
    onChange,
    label,
    placeholder,
    maxLength,
    rows = 1,
    invalid,
    describedBy,
    opensEditor = false,
  } = props;
  const [wantsEditor, setWantsEditor] = useState(false);
  // The typed text is stored separately: HTML would lose spaces and line breaks at every keystroke.
  const [typed, setTyped] = useState(() => textOfHtml(value));
  if (format === 'html' && (opensEditor || wantsEditor || !isPlainHtml(value))) {
    return <LazyEditor value={value} onChange={onChange} label={label} invalid={invalid} describedBy={describedBy} />;
  }
  const isHtml = format === 'html';
  return (
    <div className={cx('grid items-start', isHtml ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-1')}>
      <Textarea
        rows={rows}
        className="field-sizing-content"
        // Grows with its text; `rows` is the minimum.
        style={{ minHeight: `max(44px, ${rows} * 1lh + 18px)` }}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        placeholder={placeholder}
        maxLength={maxLength}
        value={isHtml ? typed : value}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(isHtml ? htmlOf(target.value) : target.value);
        }}
      />
      {isHtml && (
        <Button variant="quiet" size="icon" title="Formatar" onClick={() => setWantsEditor(true)}>
          <Type />
          <span className="sr-only">Formatar: {label}</span>
        </Button>
      )}
    </div>
  );
}
