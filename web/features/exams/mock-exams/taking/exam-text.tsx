import type { ShownText } from '#web/editor/base-text.tsx';
import { nameOfText } from '#web/editor/base-text-name.ts';
import { QuestionText } from '#web/editor/question-text.tsx';

/** The base text of a question: beside it on wide screens, above it on a phone, and it scrolls separately. */
export function ExamText({ text, reach }: { text: ShownText; reach: string | null }) {
  const name = nameOfText(text);
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls in itself, by keyboard too
      tabIndex={0}
      className="min-h-0 overflow-y-auto overscroll-contain bg-surface p-4 focus-visible:-outline-offset-3 max-md:border-ink max-md:border-b-3 md:border-line md:border-r md:px-8 md:py-6 short:overflow-visible"
    >
      <p className="mb-2 text-ink-soft text-sm">{reach ? `${name}, ${reach}` : name}</p>
      <div className="font-serif leading-[1.65] md:text-[1.0625rem]">
        <QuestionText format={text.format} text={text.text} className="max-w-[70ch]" />
      </div>
    </section>
  );
}
