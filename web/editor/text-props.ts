import type { Editor } from '@tiptap/core';
import type { EditorView, EditorProps as ViewProps } from '@tiptap/pm/view';
import { videoOf } from '#contract/content/lesson-video.ts';
import { chosenFormula } from './formula.ts';
import { imagesOf, meansImages } from './image-uploads.ts';
import { cleanPaste } from './paste.ts';
import type { PastedImages } from './paste-images.ts';
import { lastNoteIn } from './paste-notes.ts';
import { askForLink } from './prompts.ts';
import { insertVideo } from './video.ts';

type TextOptions = {
  id: string;
  label: string;
  /** An image was pasted, or dropped at a position. */
  onImage: (file: File, at?: number) => void;
  /** A text was pasted: `images` are being imported, `missing` could not be. */
  onPastedImages: (images: PastedImages) => void;
  /** The selected formula is to be edited. */
  onFormula: () => void;
  /** A Word file was pasted or dropped. */
  onDocument: (file: File) => void;
};

/** Props of the editable text: its role, paste and drop, and the keys that TipTap does not handle. */
export function textProps({ id, label, onImage, onPastedImages, onFormula, onDocument }: TextOptions): ViewProps {
  let rtf = '';
  return {
    attributes: {
      id,
      class: 'prose',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
    },
    handleDOMEvents: {
      paste: (_view, event) => {
        rtf = event.clipboardData?.getData('text/rtf') ?? '';
        return false;
      },
    },
    transformPastedHTML: (html, view) => {
      const { html: clean, ...images } = cleanPaste(html, { rtf, lastNote: lastNoteIn(view.dom) });
      // The microtask runs after the text was inserted into the editor.
      queueMicrotask(() => onPastedImages(images));
      return clean;
    },
    handlePaste: (view, event) => {
      const document = documentOf(event.clipboardData);
      if (document) {
        onDocument(document);
        return true;
      }
      const video = videoOf(event.clipboardData?.getData('text/plain') ?? '');
      // With selected words, a pasted address becomes their link.
      if (video && view.state.selection.empty) {
        insertVideo(editorOf(view), video);
        return true;
      }
      if (!meansImages(event.clipboardData)) return false;
      for (const file of imagesOf(event.clipboardData)) onImage(file);
      return true;
    },
    handleDoubleClickOn: (_view, _pos, node) => {
      if (node.type.name !== 'formula') return false;
      onFormula();
      return true;
    },
    handleDrop: (view, event, _slice, moved) => {
      const document = documentOf(event.dataTransfer);
      if (document && !moved) {
        event.preventDefault();
        onDocument(document);
        return true;
      }
      const files = imagesOf(event.dataTransfer);
      if (moved || files.length === 0) return false;
      event.preventDefault();
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
      for (const file of files) onImage(file, at);
      return true;
    },
    handleKeyDown: (view, event) => {
      if (event.key === 'Enter' && chosenFormula(editorOf(view))) {
        event.preventDefault();
        onFormula();
        return true;
      }
      const control = event.ctrlKey || event.metaKey;
      if (control && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        askForLink(editorOf(view));
        return true;
      }
      // Tab is used in tables and lists: Alt+F10 moves the focus to the toolbar.
      if (event.altKey && event.key === 'F10') {
        document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(id)}"] [tabindex="0"]`)?.focus();
        return true;
      }
      return false;
    },
  };
}

/** The first Word file of a paste or a drop. */
const documentOf = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ name }) => /\.docx$/i.test(name));

/** TipTap stores the editor on its element. */
const editorOf = (view: EditorView): Editor => (view.dom as HTMLElement & { editor: Editor }).editor;
