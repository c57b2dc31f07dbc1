import type { Editor } from '@tiptap/core';
import { isLessonImage, isLessonLink } from '#contract/content/lesson-html.ts';
import { videoOf } from '#contract/content/lesson-video.ts';
import { toast } from '#web/ui/toast.ts';
import { insertImage } from './image-uploads.ts';
import { chosenVideo, insertVideo } from './video.ts';

const VIDEO_TITLE_MAX = 200;

/** People type addresses as 'planalto.gov.br': text that looks like one gets a scheme. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(address)) return `mailto:${address}`;
  return /^[\w-]+(\.[\w-]+)+([:/?#].*)?$/.test(address) ? `https://${address}` : address;
}

export function askForLink(editor: Editor): void {
  const current = editor.getAttributes('link').href as string | undefined;
  const typed = window.prompt('URL:', current ?? '');
  if (typed === null) return;
  const chain = editor.chain().focus().extendMarkRange('link');
  if (typed.trim() === '') {
    chain.unsetLink().run();
    return;
  }
  const href = completeAddress(typed);
  if (!isLessonLink(href)) {
    toast({
      title: 'Link não aceito',
      description: 'Use um endereço que comece com https://, por exemplo.',
      tone: 'bad',
    });
    return;
  }
  if (editor.state.selection.empty && current === undefined) {
    chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
  } else {
    chain.setLink({ href }).run();
  }
}

export function askForImage(editor: Editor): void {
  const typed = window.prompt('URL da imagem:');
  if (!typed?.trim()) return;
  const src = completeAddress(typed);
  if (!isLessonImage(src)) {
    toast({ title: 'Imagem não aceita', description: 'Use um endereço que comece com https://.', tone: 'bad' });
    return;
  }
  insertImage(editor, editor.state.selection.to, { src, alt: '' });
  editor.commands.focus();
  keepDimensions(editor, src);
}

export function askForVideo(editor: Editor): void {
  const typed = window.prompt('Endereço do vídeo (YouTube ou Vimeo):');
  if (!typed?.trim()) return;
  const video = videoOf(completeAddress(typed));
  if (!video) {
    toast({
      title: 'Vídeo não aceito',
      description: 'Use o endereço de um vídeo do YouTube ou do Vimeo. Um arquivo seu vai em “Vídeo e áudio”.',
      tone: 'bad',
    });
    return;
  }
  insertVideo(editor, video);
}

export function askForVideoTitle(editor: Editor): void {
  const typed = window.prompt('Título do vídeo:', chosenVideo(editor) ?? '')?.trim();
  if (typed)
    editor
      .chain()
      .focus()
      .updateAttributes('video', { title: typed.slice(0, VIDEO_TITLE_MAX) })
      .run();
}

/** For a list that continues after other text: its first number, in any numbering style. */
export function askForStart(editor: Editor): void {
  const { start } = editor.getAttributes('orderedList') as { start?: number };
  const typed = window.prompt('Começar a lista no número:', String(start ?? 1));
  if (typed === null) return;
  const number = Number(typed.trim() || '1');
  if (!Number.isInteger(number) || number < 1 || number > 9999) {
    toast({ title: 'Número não aceito', description: 'Use um número inteiro de 1 a 9999.', tone: 'bad' });
    return;
  }
  editor.chain().focus().updateAttributes('orderedList', { start: number }).run();
}

export function askForDescription(editor: Editor): void {
  const { alt } = editor.getAttributes('image') as { alt?: string };
  const typed = window.prompt('Descrição da imagem, para quem não pode vê-la:', alt ?? '');
  if (typed !== null) editor.chain().focus().updateAttributes('image', { alt: typed.trim() }).run();
}

/** Edits the caption of a table. Replaced words lose their formatting. */
export function askForCaption(editor: Editor): void {
  const { caption } = editor.getAttributes('table') as { caption?: string | null };
  const holder = document.createElement('template');
  holder.innerHTML = caption ?? '';
  const before = holder.content.textContent.trim();
  const typed = window.prompt('Legenda da tabela:', before)?.trim();
  if (typed === undefined || typed === before) return;
  const words = document.createElement('p');
  words.textContent = typed;
  editor
    .chain()
    .focus()
    .updateAttributes('table', { caption: words.innerHTML || null })
    .run();
}

/** With dimensions a lesson does not shift while the image loads. */
function keepDimensions(editor: Editor, src: string): void {
  const image = new Image();
  image.onload = () => {
    if (editor.isDestroyed) return;
    const change = editor.state.tr;
    editor.state.doc.descendants((node, position) => {
      if (node.type.name !== 'image' || node.attrs.src !== src || node.attrs.width) return;
      change.setNodeMarkup(position, undefined, {
        ...node.attrs,
        width: image.naturalWidth,
        height: image.naturalHeight,
      });
    });
    if (change.docChanged && image.naturalWidth > 0) editor.view.dispatch(change.setMeta('addToHistory', false));
  };
  image.src = src;
}
