import type { Extensions } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { ATTENTION_CLASS, isLessonImage, NOTE_CLASS } from '#contract/content/lesson-html.ts';
import { Formula } from './formula.ts';
import { imageUploads } from './image-uploads.ts';
import { storedAddress } from './import-pasted-images.ts';
import { LessonTable } from './lesson-table.ts';
import { listNumbering } from './list-numbering.ts';
import { LessonHighlight, LessonLink, Subscript, Superscript } from './marks.ts';
import { isOnItsWay } from './paste-images.ts';
import { SLASH_HINT } from './slash-entries.ts';
import { Video } from './video.ts';

/** Only addresses that a lesson may show become images; images of Word point to a local disk. */
const LessonImage = Image.extend({
  parseHTML() {
    return [
      {
        tag: 'img[src]',
        getAttrs: (element) => {
          const src = element.getAttribute('src') ?? '';
          return isLessonImage(src) || isOnItsWay(src) ? null : false;
        },
      },
    ];
  },
  addAttributes() {
    const { title: _, ...attributes } = this.parent?.() ?? {};
    return {
      ...attributes,
      src: { default: null, renderHTML: ({ src }) => ({ src: storedAddress(String(src)) }) },
    };
  },
});

const classOf = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => (element.classList.contains(name) ? name : null),
});

/**
 * The schema of the editor: the toolbar's formats, and what else lessons may contain, so that editing loses nothing.
 */
export const lessonExtensions: Extensions = [
  StarterKit.configure({
    horizontalRule: false,
    link: false,
  }).extend({
    addGlobalAttributes() {
      return [
        { types: ['paragraph'], attributes: { class: classOf(NOTE_CLASS) } },
        { types: ['blockquote'], attributes: { class: classOf(ATTENTION_CLASS) } },
      ];
    },
  }),
  LessonLink,
  LessonHighlight,
  Superscript,
  Subscript,
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ['left', 'center', 'right'] }),
  LessonImage,
  Formula,
  Video,
  TableKit.configure({ table: false }),
  LessonTable,
  Placeholder.configure({
    placeholder: ({ editor }) =>
      editor.view.dom.closest('.writing') ? SLASH_HINT : 'Escreva aqui, ou cole um texto do Word…',
  }),
  imageUploads,
  listNumbering,
];
