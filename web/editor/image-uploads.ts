import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, NodeSelection, Plugin, PluginKey, Selection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { UploadedImage } from '#contract/platform/media.ts';
import { isHeic } from './heic.ts';

type Change = { add: { id: object; at: number; preview: string } } | { remove: object };

const key = new PluginKey<DecorationSet>('image-uploads');

/** Tracks the positions of images that are uploading, while the text around them changes. */
export const imageUploads = Extension.create({
  name: 'imageUploads',
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, places) {
            const mapped = places.map(transaction.mapping, transaction.doc);
            const change = transaction.getMeta(key) as Change | undefined;
            if (!change) return mapped;
            if ('remove' in change)
              return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === change.remove));
            const { id, at, preview } = change.add;
            return mapped.add(transaction.doc, [Decoration.widget(at, () => placeholder(preview), { id })]);
          },
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});

function placeholder(preview: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'editor-upload';
  const image = document.createElement('img');
  image.src = preview;
  image.alt = '';
  const label = document.createElement('span');
  label.textContent = 'Enviando imagem…';
  box.append(image, label);
  return box;
}

const positionOf = (state: EditorState, id: object): number | undefined =>
  key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;

type ImageAttributes = { src: string; alt: string; width?: number; height?: number };

/** Inserts an image and puts the cursor after it: on the image, the next key would replace it. */
export function insertImage(editor: Editor, at: number, attrs: ImageAttributes): void {
  editor
    .chain()
    .insertContentAt(at, { type: 'image', attrs }, { updateSelection: false })
    .command(({ tr, state }) => {
      if (!(tr.selection instanceof NodeSelection)) return true;
      const behind = tr.selection.to;
      const paragraph = state.schema.nodes.paragraph?.create();
      if (!tr.doc.resolve(behind).nodeAfter && paragraph) tr.insert(behind, paragraph);
      tr.setSelection(Selection.near(tr.doc.resolve(behind), 1));
      return true;
    })
    .run();
}

/** Shows a preview of the image, uploads it, and replaces the preview with the stored image. */
export async function insertUpload(
  editor: Editor,
  file: File,
  send: (file: File) => Promise<UploadedImage>,
  at: number = editor.state.selection.to,
): Promise<void> {
  const id = {};
  const preview = URL.createObjectURL(file);
  const change = (value: Change) => editor.view.dispatch(editor.state.tr.setMeta(key, value));
  change({ add: { id, at: Math.min(at, editor.state.doc.content.size), preview } });
  try {
    const { url, width, height } = await send(file);
    if (editor.isDestroyed) return;
    // If the text around it was replaced meanwhile, its position is lost: the image is inserted at the cursor.
    const place = positionOf(editor.state, id) ?? editor.state.selection.to;
    insertImage(editor, place, { src: url, alt: '', width, height });
  } finally {
    if (!editor.isDestroyed) change({ remove: id });
    URL.revokeObjectURL(preview);
  }
}

/** Images among the files of a paste or a drop. */
export const imagesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/') || isHeic(file));

/**
 * Word and Excel add a picture of the copied text to the clipboard: then the text is pasted. A copied picture comes
 * with only an <img>.
 */
export function meansImages(data: DataTransfer | null): boolean {
  if (imagesOf(data).length === 0) return false;
  const html = data?.getData('text/html') ?? '';
  if (html === '') return true;
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  return body.textContent.trim() === '' && body.querySelectorAll('img').length <= 1;
}
