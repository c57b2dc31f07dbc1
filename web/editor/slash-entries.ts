import type { Editor } from '@tiptap/core';
import { ATTENTION_CLASS } from '#contract/content/lesson-html.ts';
import { askForVideo } from './prompts.ts';

export const SLASH_HINT = 'Escreva ou digite / para imagem, tabela, questão ou quadro “Atenção”';

export type SlashEntry = { id: string; label: string; run: (editor: Editor) => void };

type Wishes = { pick: () => void; openFormula: () => void; onQuestion?: (() => void) | undefined };

/** The block types that an empty line can become. */
export function slashEntries({ pick, openFormula, onQuestion }: Wishes): SlashEntry[] {
  const chain = (editor: Editor) => editor.chain().focus();
  return [
    { id: 'image', label: 'Imagem', run: pick },
    {
      id: 'table',
      label: 'Tabela',
      run: (editor) => chain(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    ...(onQuestion ? [{ id: 'question', label: 'Questão no fim da aula', run: onQuestion }] : []),
    {
      id: 'attention',
      label: 'Quadro “Atenção”',
      run: (editor) =>
        chain(editor).toggleBlockquote().updateAttributes('blockquote', { class: ATTENTION_CLASS }).run(),
    },
    { id: 'video', label: 'Vídeo do YouTube ou do Vimeo', run: askForVideo },
    { id: 'formula', label: 'Fórmula', run: openFormula },
    { id: 'heading-2', label: 'Título', run: (editor) => chain(editor).toggleHeading({ level: 2 }).run() },
    { id: 'heading-3', label: 'Subtítulo', run: (editor) => chain(editor).toggleHeading({ level: 3 }).run() },
    { id: 'list', label: 'Lista com marcadores', run: (editor) => chain(editor).toggleBulletList().run() },
    { id: 'numbers', label: 'Lista numerada', run: (editor) => chain(editor).toggleOrderedList().run() },
    { id: 'quote', label: 'Citação', run: (editor) => chain(editor).toggleBlockquote().run() },
  ];
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f“”]/g, '')
    .toLowerCase();

/** Entries that contain the text typed after the '/'. */
export const matching = (entries: readonly SlashEntry[], typed: string): SlashEntry[] =>
  entries.filter(({ label }) => plain(label).includes(plain(typed)));
