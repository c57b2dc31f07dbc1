import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { ImageUp, Sigma } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Tooltip, TooltipProvider } from '#web/ui/tooltip.tsx';
import { imageTools, tableTools, videoTools } from './context-tools.tsx';
import { listTools } from './list-tools.tsx';
import { type Tool, toolGroups } from './tools.tsx';

type ToolbarProps = {
  editor: Editor;
  /** Id of the text, for aria-controls. */
  controls: string;
  onUpload: () => void;
  /** Opens the selected formula, or a new one. */
  onFormula: () => void;
};

/** The toolbar is one Tab stop; arrows move inside it. */
export const Toolbar = memo(function Toolbar({ editor, controls, onUpload, onFormula }: ToolbarProps) {
  const place = useEditorState({
    editor,
    selector: () => ({
      list: editor.isActive('orderedList'),
      table: editor.isActive('table'),
      image: editor.isActive('image'),
      video: editor.isActive('video'),
    }),
  });
  const upload: Tool = { id: 'image-upload', label: 'Enviar imagem', icon: ImageUp, run: onUpload };
  const formula: Tool = {
    id: 'formula',
    label: 'Fórmula',
    icon: Sigma,
    run: onFormula,
    isOn: () => editor.isActive('formula'),
  };
  const groups = toolGroups.map((group) =>
    group.flatMap((tool) =>
      tool.id === 'image-url' ? [tool, upload] : tool.id === 'table' ? [tool, formula] : [tool],
    ),
  );
  return (
    <TooltipProvider>
      <div className="sticky top-[var(--toolbar-top,0px)] z-1 rounded-t-[inherit] border-line border-b bg-canvas">
        <ToolRow editor={editor} label="Formatação" controls={controls} groups={groups} />
        {place.list && <ToolRow editor={editor} label="Numeração" controls={controls} groups={listTools} named />}
        {place.table && <ToolRow editor={editor} label="Tabela" controls={controls} groups={tableTools} named />}
        {place.image && <ToolRow editor={editor} label="Imagem" controls={controls} groups={imageTools} named />}
        {place.video && <ToolRow editor={editor} label="Vídeo" controls={controls} groups={videoTools} named />}
      </div>
    </TooltipProvider>
  );
});

type ToolRowProps = { editor: Editor; label: string; controls: string; groups: Tool[][]; named?: boolean };

function ToolRow({ editor, label, controls, groups, named }: ToolRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(groups[0]?.[0]?.id);

  const move = (event: KeyboardEvent) => {
    const buttons = [...(row.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') {
      // Escape returns to the text; a surrounding dialog must not close.
      event.stopPropagation();
      editor.commands.focus();
    }
    if (next === undefined) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  };

  return (
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      onKeyDown={move}
      className={cx(
        'flex overflow-x-auto p-1 pl-[var(--toolbar-start,4px)] [scrollbar-width:thin]',
        named && 'border-line border-t',
      )}
    >
      {named && (
        <span className="self-center pr-2 pl-[var(--tool-label-start,8px)] text-ink-soft text-xs">{label}</span>
      )}
      {groups.map((group) => (
        <div key={group[0]?.id} className="flex shrink-0 border-line pr-1 not-last:mr-1 not-last:border-r">
          {group.map((tool) => (
            <ToolButton key={tool.id} editor={editor} tool={tool} isStop={tool.id === current} onFocus={setCurrent} />
          ))}
        </div>
      ))}
    </div>
  );
}

type ToolButtonProps = { editor: Editor; tool: Tool; isStop: boolean; onFocus: (id: string) => void };

function ToolButton({ editor, tool, isStop, onFocus }: ToolButtonProps) {
  const { isOn, isPossible } = useEditorState({
    editor,
    selector: () => ({ isOn: tool.isOn?.(editor), isPossible: tool.isPossible?.(editor) ?? true }),
  });
  const Icon = tool.icon;
  const hint: ReactNode = tool.shortcut ? `${tool.label} (${tool.shortcut})` : tool.label;
  return (
    <Tooltip label={hint}>
      <button
        type="button"
        aria-label={tool.label}
        aria-pressed={isOn}
        aria-disabled={!isPossible || undefined}
        aria-keyshortcuts={tool.shortcut?.replace('Ctrl', 'Control')}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus(tool.id)}
        // Pressing a button must not clear the selection of the text.
        onPointerDown={(event) => event.pointerType !== 'touch' && event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => isPossible && tool.run(editor)}
        className={cx(
          'grid h-9 w-[var(--tool-width,36px)] shrink-0 place-items-center rounded-control text-ink hover:bg-hover pointer-coarse:size-11',
          'focus-visible:-outline-offset-3 aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft aria-disabled:opacity-60',
          'aria-pressed:bg-selected aria-pressed:shadow-[inset_0_-2px_0_var(--ink)]',
        )}
      >
        <Icon />
      </button>
    </Tooltip>
  );
}
