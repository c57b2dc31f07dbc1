import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { matching, type SlashEntry } from './slash-entries.ts';

const HIGHEST = 320;
const MIN_HEIGHT = 240;

type SlashMenuProps = { editor: Editor; textId: string; entries: SlashEntry[] };

/** The text after a '/' at the start of the current line; null without one. */
function typedIn(editor: Editor): string | null {
  const { empty, $from } = editor.state.selection;
  if (!empty || $from.parent.type.name !== 'paragraph' || $from.parentOffset !== $from.parent.content.size) return null;
  return /^\/([\p{L} ]{0,20})$/u.exec($from.parent.textContent)?.[1] ?? null;
}

/** The menu that opens below a '/' at the start of a line. The focus stays in the text. */
export function SlashMenu({ editor, textId, entries }: SlashMenuProps) {
  const typed = useEditorState({ editor, selector: () => typedIn(editor) });
  const [chosen, setChosen] = useState(0);
  // Escape closes it until the line changes.
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const menuId = useId();
  const shown = typed === null || closedAt === typed ? [] : matching(entries, typed);
  const isOpen = shown.length > 0;
  const current = Math.min(chosen, shown.length - 1);
  const entryId = (id: string) => `${menuId}-${id}`;

  useEffect(() => {
    if (typed === null) {
      setClosedAt(null);
      setChosen(0);
    }
  }, [typed]);

  const take = (entry: SlashEntry | undefined) => {
    if (!entry) return;
    const { $from } = editor.state.selection;
    editor.chain().focus().deleteRange({ from: $from.start(), to: $from.end() }).run();
    entry.run(editor);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((current + step + shown.length) % shown.length);
    else if (event.key === 'Enter') take(shown[current]);
    else if (event.key === 'Escape') setClosedAt(typed);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const text = document.getElementById(textId);
    if (!isOpen || !text) return;
    // Handled before the editor: Enter selects the entry.
    const listen = (event: KeyboardEvent) => press(event);
    text.addEventListener('keydown', listen, true);
    text.setAttribute('aria-controls', menuId);
    return () => {
      text.removeEventListener('keydown', listen, true);
      text.removeAttribute('aria-controls');
      text.removeAttribute('aria-activedescendant');
    };
  }, [isOpen, textId, menuId]);
  const active = isOpen ? entryId(shown[current]?.id ?? '') : null;
  useEffect(() => {
    if (active) document.getElementById(textId)?.setAttribute('aria-activedescendant', active);
    if (active) document.getElementById(active)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, textId]);

  if (!isOpen) return null;
  const { left, top, bottom } = positionOf(editor);
  // Below the line or above it, whichever side has more space.
  const isUnder = bottom + MIN_HEIGHT < innerHeight || bottom < innerHeight / 2;
  const upright = isUnder
    ? { top: bottom, maxHeight: Math.min(HIGHEST, innerHeight - bottom - 16) }
    : { bottom: innerHeight - top + 8, maxHeight: Math.min(HIGHEST, top - 16) };
  return (
    <div
      id={menuId}
      role="listbox"
      aria-label="Inserir"
      className="slash-menu"
      style={{ left: `min(${left}px, calc(100vw - 280px))`, ...upright }}
    >
      {shown.map((entry, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text keeps the focus and handles the keys
        <div
          key={entry.id}
          id={entryId(entry.id)}
          role="option"
          tabIndex={-1}
          aria-selected={at === current}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(entry)}
        >
          {entry.label}
        </div>
      ))}
    </div>
  );
}

/** The position of the cursor in the window. */
function positionOf(editor: Editor): { left: number; top: number; bottom: number } {
  try {
    return editor.view.coordsAtPos(editor.state.selection.from);
  } catch {
    // Not rendered yet.
    return { left: 16, top: 16, bottom: 16 };
  }
}
