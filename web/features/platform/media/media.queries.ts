import { useMutation } from '@tanstack/react-query';
import { uploadImage } from '#contract/platform/media.ts';
import { deleteImage, describeImage, listImages } from '#contract/platform/media-library.ts';
import { call, textOf, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toast } from '#web/ui/toast.ts';

export const libraryQuery = (search: string, unused: boolean) =>
  pagesQuery(listImages, keys.media.list(search, unused), {
    query: { search, ...(unused ? { unused: 'true' } : {}) },
    ...keepRows,
  });

const refresh = () => invalidate(keys.media.all);

export const useDescribeImage = () =>
  useMutation({
    mutationFn: ({ id, alt }: { id: number; alt: string }) => call(describeImage, { params: { id }, body: { alt } }),
    onSuccess: () => toast({ title: 'Descrição salva' }),
    onError: (error) => toast({ title: 'Não foi possível salvar', description: textOf(error), tone: 'bad' }),
    onSettled: refresh,
  });

export const useDeleteImage = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteImage, { params: { id } }),
    onSuccess: () => toast({ title: 'Imagem excluída' }),
    onError: (error) => toast({ title: 'Não foi possível excluir', description: textOf(error), tone: 'bad' }),
    onSettled: refresh,
  });

/** Uploads in sequence. Files sent before a failure are stored; sending one again returns the same image. */
export const useUploadImages = () =>
  useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        await upload(uploadImage, formOf({ name: file.name, file }));
      }
      return files.length;
    },
    onSuccess: (count) => toast({ title: count === 1 ? 'Imagem enviada' : `${count} imagens enviadas` }),
    onError: (error) => toast({ title: 'Não foi possível enviar', description: textOf(error), tone: 'bad' }),
    onSettled: refresh,
  });
