import { useRef } from 'react';
import { useTextLinks } from '#web/lib/text-linker.ts';
import { cx } from './cx.ts';

/** A text as its author typed it: an empty line separates paragraphs, a single line break is kept. */
export function PlainText({ text, className }: { text: string; className?: string }) {
  const paragraphs = text.trim().split(/\n\s*\n/);
  const place = useRef<HTMLDivElement>(null);
  useTextLinks(place, text);
  return (
    <div ref={place} className={cx('grid grid-cols-1 gap-3', className)}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text are never reordered
        <p key={index} className="whitespace-pre-line break-words">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
