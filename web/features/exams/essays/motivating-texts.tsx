import type { MotivatingText } from '#contract/exams/essay-themes.ts';
import { QuestionText } from '#web/editor/question-text.tsx';

export function MotivatingTexts({ texts }: { texts: readonly MotivatingText[] }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {texts.map(({ title, format, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a version's texts never change their order
        <section key={index} className="border-line-strong border-l-3 pl-4">
          <h3 className="mb-1 font-strong text-sm">{title || `Texto ${index + 1}`}</h3>
          <div className="font-serif leading-[1.65]">
            <QuestionText format={format} text={text} />
          </div>
        </section>
      ))}
    </div>
  );
}
