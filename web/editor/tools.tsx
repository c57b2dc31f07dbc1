import type { Editor } from '@tiptap/core';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Heading1,
  Heading2,
  Heading3,
  Highlighter,
  Image as ImageIcon,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Subscript,
  Superscript,
  Table as TableIcon,
  TextQuote,
  Underline,
  Undo2,
  Video,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { askForImage, askForLink, askForVideo } from './prompts.ts';

export type Tool = {
  id: string;
  label: string;
  shortcut?: string;
  icon: ComponentType;
  run: (editor: Editor) => void;
  /** Only for toggle tools. */
  isOn?: (editor: Editor) => boolean;
  isPossible?: (editor: Editor) => boolean;
};

const isVideo = (editor: Editor) => editor.isActive('video');
const chain = (editor: Editor) => editor.chain().focus();

const mark = (id: string, label: string, shortcut: string, icon: LucideIcon, run: Tool['run']): Tool => ({
  id,
  label,
  shortcut,
  icon,
  run,
  isOn: (editor) => editor.isActive(id),
});

const heading = (level: 1 | 2 | 3, icon: LucideIcon): Tool => ({
  id: `heading-${level}`,
  label: `Título ${level}`,
  shortcut: `Ctrl+Alt+${level}`,
  icon,
  run: (editor) => chain(editor).toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

const align = (side: 'left' | 'center' | 'right', label: string, shortcut: string, icon: LucideIcon): Tool => ({
  id: `align-${side}`,
  label,
  shortcut,
  icon,
  run: (editor) => chain(editor).setTextAlign(side).run(),
  isOn: (editor) =>
    side === 'left'
      ? !editor.isActive({ textAlign: 'center' }) && !editor.isActive({ textAlign: 'right' })
      : editor.isActive({ textAlign: side }),
});

/** The toolbar in the order of the specification, group by group. */
export const toolGroups: Tool[][] = [
  [
    mark('bold', 'Negrito', 'Ctrl+B', Bold, (editor) => chain(editor).toggleBold().run()),
    mark('italic', 'Itálico', 'Ctrl+I', Italic, (editor) => chain(editor).toggleItalic().run()),
    mark('underline', 'Sublinhado', 'Ctrl+U', Underline, (editor) => chain(editor).toggleUnderline().run()),
    mark('highlight', 'Destacar', 'Ctrl+Shift+H', Highlighter, (editor) => chain(editor).toggleHighlight().run()),
    mark('superscript', 'Sobrescrito', 'Ctrl+.', Superscript, (editor) =>
      chain(editor).toggleMark('superscript').run(),
    ),
    mark('subscript', 'Subscrito', 'Ctrl+,', Subscript, (editor) => chain(editor).toggleMark('subscript').run()),
  ],
  [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)],
  [
    mark('bulletList', 'Lista com marcadores', 'Ctrl+Shift+8', List, (editor) =>
      chain(editor).toggleBulletList().run(),
    ),
    mark('orderedList', 'Lista numerada', 'Ctrl+Shift+7', ListOrdered, (editor) =>
      chain(editor).toggleOrderedList().run(),
    ),
    mark('blockquote', 'Citação', 'Ctrl+Shift+B', TextQuote, (editor) => chain(editor).toggleBlockquote().run()),
  ],
  [
    align('left', 'Alinhar à esquerda', 'Ctrl+Shift+L', AlignLeft),
    align('center', 'Centralizar', 'Ctrl+Shift+E', AlignCenter),
    align('right', 'Alinhar à direita', 'Ctrl+Shift+R', AlignRight),
  ],
  [
    mark('link', 'Link', 'Ctrl+K', LinkIcon, askForLink),
    { id: 'image-url', label: 'Imagem por URL', icon: ImageIcon, run: askForImage },
    { id: 'video', label: 'Vídeo por endereço', icon: Video, run: askForVideo, isOn: isVideo },
    {
      id: 'table',
      label: 'Inserir tabela',
      icon: TableIcon,
      run: (editor) => chain(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      isPossible: (editor) => editor.can().insertTable(),
    },
  ],
  [
    {
      id: 'undo',
      label: 'Desfazer',
      shortcut: 'Ctrl+Z',
      icon: Undo2,
      run: (editor) => chain(editor).undo().run(),
      isPossible: (editor) => editor.can().undo(),
    },
    {
      id: 'redo',
      label: 'Refazer',
      shortcut: 'Ctrl+Shift+Z',
      icon: Redo2,
      run: (editor) => chain(editor).redo().run(),
      isPossible: (editor) => editor.can().redo(),
    },
  ],
];
