import type { Extensions } from '@tiptap/core';
import { Highlight } from '@tiptap/extension-highlight';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { isLessonImage, isLessonLink, lessonClasses, NEW_WINDOW_REL } from '../../contract/lesson-html.ts';
import { imageUploads } from './image-uploads.ts';

/** Only addresses that a lesson may show become images; those of Word point into somebody's disk. */
const LessonImage = Image.extend({
  parseHTML() {
    return [
      { tag: 'img[src]', getAttrs: (element) => (isLessonImage(element.getAttribute('src') ?? '') ? null : false) },
    ];
  },
  addAttributes() {
    const { title: _, ...attributes } = this.parent?.() ?? {};
    return attributes;
  },
});

const classOfList = {
  default: null,
  parseHTML: (element: HTMLElement) => lessonClasses.find((name) => element.classList.contains(name)) ?? null,
};

/** What the editor knows: the toolbar, and what lessons may hold besides it, so that editing loses nothing of it. */
export const lessonExtensions: Extensions = [
  StarterKit.configure({
    horizontalRule: false,
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: '_blank', rel: NEW_WINDOW_REL },
      isAllowedUri: (address) => isLessonLink(address),
    },
  }).extend({
    addGlobalAttributes() {
      return [{ types: ['paragraph'], attributes: { class: classOfList } }];
    },
  }),
  Highlight,
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right'] }),
  LessonImage,
  TableKit.configure({ table: { resizable: true } }),
  Placeholder.configure({ placeholder: 'Escreva aqui, ou cole um texto do Word…' }),
  imageUploads,
];
