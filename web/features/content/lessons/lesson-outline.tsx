import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { OutlineEntry } from '#web/editor/document-text.ts';
import { plural } from '#web/lib/format.ts';

/** The two uppermost levels a lesson uses: deeper ones would make the list as long as the text. */
export function outlineLevels(outline: readonly OutlineEntry[]): OutlineEntry[] {
  const top = Math.min(...outline.map(({ level }) => level));
  const tops = outline.filter(({ level }) => level === top);
  return tops.length > 1 ? tops : outline.filter(({ level }) => level <= top + 1);
}

/** On wide screens, beside the text, with the reader's position. */
export function LessonOutline({ outline, children }: { outline: OutlineEntry[]; children: ReactNode }) {
  const entries = outlineLevels(outline);
  const current = useCurrentHeading(entries);
  return (
    <aside className="lesson-aside print:hidden">
      {entries.length > 1 && (
        <nav aria-label="Nesta aula">
          <h2 className="mb-2 font-normal text-ink-soft text-sm">Nesta aula</h2>
          <ol className="mb-4 border-line border-l-2">
            {entries.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={id === current ? 'true' : undefined} className="outline-link">
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {children}
    </aside>
  );
}

/** On narrow screens, folded above the text. */
export function OutlineSummary({ outline }: { outline: OutlineEntry[] }) {
  const entries = outlineLevels(outline);
  if (entries.length < 2) return null;
  return (
    <details className="outline-summary print:hidden">
      <summary>
        Nesta aula: {plural(entries.length, 'parte', 'partes')} <ChevronDown />
      </summary>
      <ol>
        {entries.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The last heading above the upper third of the window. */
function useCurrentHeading(entries: readonly OutlineEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const passed = entries.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight / 3;
      });
      setCurrent(passed.at(-1)?.id ?? entries[0]?.id);
    };
    // In the next frame: measured at once, it would force a layout of the full lesson before the app is visible.
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    lookSoon();
    addEventListener('scroll', lookSoon, { passive: true });
    return () => {
      removeEventListener('scroll', lookSoon);
      cancelAnimationFrame(frame);
    };
  }, [entries]);
  return current;
}
