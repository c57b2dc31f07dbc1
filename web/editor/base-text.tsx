import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { BaseText } from '#contract/questions/base-text.ts';
import { cx } from '#web/ui/cx.ts';
import { nameOfText } from './base-text-name.ts';
import { QuestionText } from './question-text.tsx';

export type ShownText = Pick<BaseText, 'title' | 'format' | 'text'>;

type FoldedTextProps = {
  text: ShownText;
  /** In a wide container the text is always open, without a button. */
  isBeside?: boolean;
};

/** The supporting text of a question, collapsed until it is opened; in print it is always open. */
export function FoldedText({ text, isBeside = false }: FoldedTextProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section aria-label={nameOfText(text)} className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={cx(
          'flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 rounded-control bg-sunken px-4 py-2 text-left font-strong text-sm print:hidden',
          isBeside && '@2xl:hidden',
        )}
      >
        <span className="min-w-0 truncate">{isOpen ? nameOfText(text) : `Ler: ${nameOfText(text)}`}</span>
        <ChevronDown aria-hidden="true" className={cx('shrink-0 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <p aria-hidden="true" className={cx('mb-2 hidden text-ink-soft text-sm print:block', isBeside && '@2xl:block')}>
        {nameOfText(text)}
      </p>
      <div
        id={id}
        className={cx(
          'pt-3 font-serif leading-[1.65] print:block',
          !isOpen && 'hidden',
          isBeside && '@2xl:block @2xl:pt-0',
        )}
      >
        <QuestionText format={text.format} text={text.text} className="max-w-[70ch]" />
      </div>
    </section>
  );
}

type BesideTextProps = {
  text: (ShownText & { versionId: number }) | null | undefined;
  children: ReactNode;
};

/** A question with its supporting text: side by side in a wide container, collapsed above it on a phone. */
export function BesideText({ text, children }: BesideTextProps) {
  if (!text) return children;
  return (
    <div className="@container min-w-0">
      <div className="grid grid-cols-1 gap-4 @2xl:grid-cols-2 @2xl:items-start @2xl:gap-0">
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls inside, also by keyboard
          tabIndex={0}
          className="focus-visible:outline-offset-[-3px] @2xl:sticky @2xl:top-0 @2xl:max-h-[calc(100dvh-12rem)] @2xl:overflow-y-auto @2xl:border-line @2xl:border-r @2xl:pr-6 print:max-h-none"
        >
          {/* Questions with the same text share its open state. */}
          <FoldedText key={text.versionId} text={text} isBeside />
        </div>
        <div className="min-w-0 @2xl:pl-6">{children}</div>
      </div>
    </div>
  );
}
