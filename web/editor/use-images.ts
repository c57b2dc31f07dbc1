import { useMutation } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { useRef } from 'react';
import { IMAGE_MAX_BYTES } from '#contract/limits.ts';
import { copyImage, uploadImage } from '#contract/platform/media.ts';
import { call, textOf, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { plural } from '#web/lib/format.ts';
import { toast } from '#web/ui/toast.ts';
import { asReadablePhoto } from './heic.ts';
import { insertUpload } from './image-uploads.ts';
import { importPastedImages, type Left } from './import-pasted-images.ts';
import type { PastedImages } from './paste-images.ts';

const tooLarge = () =>
  toast({ title: 'Imagem muito grande', description: 'A imagem deve ter no máximo 10 MB.', tone: 'bad' });

/** One toast for all images that could not be imported, whatever their reasons. */
export function toastLeftOut({ missing, linked }: Left): void {
  if (missing > 0) {
    toast({
      title: `${plural(missing, 'imagem não veio', 'imagens não vieram')}; ${missing === 1 ? 'cole-a separadamente' : 'cole-as uma a uma'}`,
      description: linked > 0 ? `${plural(linked, 'outra ficou', 'outras ficaram')} como link no texto.` : undefined,
      tone: 'info',
    });
  } else if (linked > 0) {
    toast({
      title: `${plural(linked, 'imagem ficou', 'imagens ficaram')} como link`,
      description: 'O site de onde o texto veio não deixou copiar.',
      tone: 'info',
    });
  }
}

/** Inserts images: chosen, dropped or pasted alone, and those of a pasted text. */
export function useImages(onUploads: ((count: number) => void) | undefined) {
  const count = useRef(0);
  const { mutateAsync: send } = useMutation({
    mutationFn: (file: File) => upload(uploadImage, formOf({ name: file.name, file })),
  });
  const { mutateAsync: copy } = useMutation({
    mutationFn: (address: string) => call(copyImage, { body: { address } }),
  });

  const during = async (images: number, work: () => Promise<void>) => {
    const change = (by: number) => {
      count.current += by;
      onUploads?.(count.current);
    };
    change(images);
    try {
      await work();
    } finally {
      change(-images);
    }
  };

  const insert = (editor: Editor, chosen: File, at?: number) =>
    during(1, async () => {
      const file = await asReadablePhoto(chosen);
      if (file.size > IMAGE_MAX_BYTES) return tooLarge();
      try {
        await insertUpload(editor, file, send, at);
      } catch (error) {
        toast({ title: 'Imagem não enviada', description: textOf(error), tone: 'bad' });
      }
    });

  const settle = (editor: Editor, { images, missing }: PastedImages) =>
    during(images.length, async () => {
      const left = await importPastedImages(editor, images, { send, copy });
      toastLeftOut({ missing: missing + left.missing, linked: left.linked });
    });

  return { insert, settle };
}
