import type { Editor } from '@tiptap/core';
import { ArrowDown01 } from 'lucide-react';
import { askForStart } from './prompts.ts';
import type { Tool } from './tools.tsx';

/** The number in the style of the list, instead of an icon. */
const sign = (text: string) =>
  function NumberSign() {
    return (
      <span aria-hidden="true" className="font-strong text-sm">
        {text}
      </span>
    );
  };

const numbering = (type: string | null, text: string, label: string): Tool => ({
  id: `list-${type ?? '1'}`,
  label,
  icon: sign(text),
  run: (editor: Editor) => editor.chain().focus().updateAttributes('orderedList', { type }).run(),
  isOn: (editor: Editor) => (editor.getAttributes('orderedList').type ?? null) === type,
});

/** Shown while the cursor is in a numbered list. */
export const listTools: Tool[][] = [
  [
    numbering(null, '1.', 'Números: 1, 2, 3'),
    numbering('I', 'I –', 'Incisos: I, II, III'),
    numbering('a', 'a)', 'Alíneas: a, b, c'),
    numbering('A', 'A.', 'Letras: A, B, C'),
    numbering('i', 'i.', 'Romanos: i, ii, iii'),
  ],
  [{ id: 'list-start', label: 'Começar em outro número', icon: ArrowDown01, run: askForStart }],
];
