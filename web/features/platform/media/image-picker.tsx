import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { uploadImage } from '#contract/platform/media.ts';
import { upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { Button } from '#web/ui/button.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';

type ImagePickerProps = {
  /** The address of the picture that is chosen. */
  url: string | null;
  onChange: (url: string | null) => void;
  /** The labels of the buttons, and the accessible name of the file. */
  words: { send: string; replace: string; remove: string; file: string };
};

/** Sends a picture to the library and hands back its address; it can be replaced and taken away. */
export function ImagePicker({ url, onChange, words }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (file: File) => upload(uploadImage, formOf({ name: file.name, file })),
    onSuccess: (image) => onChange(image.url),
    onError: toastFailure('Erro ao enviar a imagem'),
  });
  return (
    <>
      <Button
        variant="line"
        size="sm"
        busy={send.isPending}
        busyLabel="Enviando..."
        onClick={() => input.current?.click()}
      >
        <ImageUp /> {url ? words.replace : words.send}
      </Button>
      {url && (
        <Button variant="quiet" size="sm" disabled={send.isPending} onClick={() => onChange(null)}>
          <Trash2 /> {words.remove}
        </Button>
      )}
      <FilePicker ref={input} label={words.file} accept="image/*" hidden onFile={(file) => send.mutate(file)} />
    </>
  );
}
