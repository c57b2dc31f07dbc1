import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { UploadedImage } from '#contract/platform/media.ts';
import type { PastedImage } from './paste-images.ts';

type Ways = {
  send: (file: File) => Promise<UploadedImage>;
  copy: (address: string) => Promise<UploadedImage>;
};

/** Counts the images that could not be imported. */
export type Left = { missing: number; linked: number };

const AT_ONCE = 3;

/** The stored address of each blob address of this session: undo and redo of a paste restores the blob address. */
const stored = new Map<string, string>();
export const storedAddress = (src: string): string => stored.get(src) ?? src;

/** Imports the images of a paste, a few at a time; a failed one becomes a link, or is removed. */
export async function importPastedImages(editor: Editor, images: readonly PastedImage[], ways: Ways): Promise<Left> {
  const left: Left = { missing: 0, linked: 0 };
  const waiting = [...new Map(images.map((image) => [image.src, image])).values()];
  const settleNext = async (): Promise<void> => {
    const image = waiting.shift();
    if (!image) return;
    const result = await bring(image, ways);
    if (editor.isDestroyed) return;
    if (result) {
      if ('file' in image) stored.set(image.src, result.url);
      changeImages(editor, image.src, (node) => node.type.create({ ...node.attrs, ...sizeOf(result) }));
    } else if ('address' in image) {
      left.linked += 1;
      changeImages(editor, image.src, (node) => linkTo(editor, image.address, node));
    } else {
      left.missing += 1;
      changeImages(editor, image.src, () => null);
    }
    await settleNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, settleNext));
  return left;
}

const sizeOf = ({ url, width, height }: UploadedImage) => ({ src: url, width, height });

/** Null on failure: the caller counts it. */
async function bring(image: PastedImage, ways: Ways): Promise<UploadedImage | null> {
  try {
    return await ('file' in image ? ways.send(image.file) : ways.copy(image.address));
  } catch {
    return null;
  }
}

function linkTo(editor: Editor, address: string, image: Node): Node | null {
  const { paragraph, text } = { paragraph: editor.schema.nodes.paragraph, text: image.attrs.alt || address };
  const mark = editor.schema.marks.link?.create({ href: address });
  return paragraph?.create(null, editor.schema.text(text, mark ? [mark] : [])) ?? null;
}

/** From the end, so that a change does not shift the remaining positions. Not part of the undo history. */
function changeImages(editor: Editor, src: string, change: (image: Node) => Node | null): void {
  const found: { node: Node; at: number }[] = [];
  editor.state.doc.descendants((node, at) => {
    if (node.type.name === 'image' && node.attrs.src === src) found.push({ node, at });
  });
  const transaction = editor.state.tr.setMeta('addToHistory', false);
  for (const { node, at } of found.reverse()) {
    const next = change(node);
    if (next) transaction.replaceWith(at, at + node.nodeSize, next);
    else transaction.delete(at, at + node.nodeSize);
  }
  if (transaction.docChanged) editor.view.dispatch(transaction);
}
