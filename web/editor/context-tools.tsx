import type { Editor } from '@tiptap/core';
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Captions,
  Columns2,
  FoldHorizontal,
  Heading,
  MessageSquareText,
  Rows2,
  Trash2,
  UnfoldHorizontal,
} from 'lucide-react';
import { askForCaption, askForDescription, askForVideoTitle } from './prompts.ts';
import { mergeCells } from './table-commands.ts';
import type { Tool } from './tools.tsx';

const chain = (editor: Editor) => editor.chain().focus();

/** Shown while the cursor is in a table. */
export const tableTools: Tool[][] = [
  [
    {
      id: 'row-before',
      label: 'Linha acima',
      icon: BetweenHorizontalEnd,
      run: (editor) => chain(editor).addRowBefore().run(),
    },
    {
      id: 'row-after',
      label: 'Linha abaixo',
      icon: BetweenHorizontalStart,
      run: (editor) => chain(editor).addRowAfter().run(),
    },
    { id: 'row-delete', label: 'Excluir linha', icon: Rows2, run: (editor) => chain(editor).deleteRow().run() },
  ],
  [
    {
      id: 'column-before',
      label: 'Coluna à esquerda',
      icon: BetweenVerticalEnd,
      run: (editor) => chain(editor).addColumnBefore().run(),
    },
    {
      id: 'column-after',
      label: 'Coluna à direita',
      icon: BetweenVerticalStart,
      run: (editor) => chain(editor).addColumnAfter().run(),
    },
    {
      id: 'column-delete',
      label: 'Excluir coluna',
      icon: Columns2,
      run: (editor) => chain(editor).deleteColumn().run(),
    },
  ],
  [
    { id: 'merge', label: 'Mesclar células', icon: FoldHorizontal, run: mergeCells },
    {
      id: 'split',
      label: 'Dividir célula',
      icon: UnfoldHorizontal,
      run: (editor) => chain(editor).splitCell().run(),
      isPossible: (editor) => editor.can().splitCell(),
    },
    {
      id: 'header-row',
      label: 'Linha de cabeçalho',
      icon: Heading,
      run: (editor) => chain(editor).toggleHeaderRow().run(),
    },
  ],
  [
    { id: 'table-caption', label: 'Legenda da tabela', icon: Captions, run: askForCaption },
    { id: 'table-delete', label: 'Excluir tabela', icon: Trash2, run: (editor) => chain(editor).deleteTable().run() },
  ],
];

/** Shown while an image is selected. */
export const imageTools: Tool[][] = [
  [
    { id: 'image-alt', label: 'Descrever imagem', icon: MessageSquareText, run: askForDescription },
    {
      id: 'image-delete',
      label: 'Excluir imagem',
      icon: Trash2,
      run: (editor) => chain(editor).deleteSelection().run(),
    },
  ],
];

/** Shown while a video is selected. */
export const videoTools: Tool[][] = [
  [
    { id: 'video-title', label: 'Título do vídeo', icon: Captions, run: askForVideoTitle },
    {
      id: 'video-delete',
      label: 'Excluir vídeo',
      icon: Trash2,
      run: (editor) => chain(editor).deleteSelection().run(),
    },
  ],
];
