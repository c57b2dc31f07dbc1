import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { uploadImage } from '../../contract/media.ts';
import { upload } from '../lib/api.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { toastFailure } from './toast-failure.ts';

type PictureInputProps = {
  label: string;
  url: string | null;
  onChange: (url: string | null) => void;
  error?: string | undefined;
  help?: string;
  /** Shown whole on white, not cut to a square. */
  isLogo?: boolean;
};

/** A picture of one's own, kept in the library as soon as it is chosen. */
export function PictureInput({ label, url, onChange, error, help, isLogo = false }: PictureInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('name', file.name);
      form.set('file', file);
      return upload(uploadImage, form);
    },
    onSuccess: (image) => onChange(image.url),
    onError: toastFailure('Erro ao enviar a imagem'),
  });
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-strong text-sm">
        {label}
        <span className="font-normal text-ink-soft"> (opcional)</span>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        {url && (
          <img
            src={url}
            alt="Imagem escolhida"
            className={cx(
              'rounded-control border border-line',
              isLogo ? 'h-14 w-auto max-w-52 bg-white object-contain p-2' : 'size-11 object-cover',
            )}
          />
        )}
        <Button
          variant="line"
          size="sm"
          busy={send.isPending}
          busyLabel="Enviando..."
          onClick={() => input.current?.click()}
        >
          <ImageUp /> {url ? 'Trocar' : 'Enviar'}
        </Button>
        {url && (
          <Button variant="quiet" size="sm" onClick={() => onChange(null)}>
            <Trash2 /> Tirar
          </Button>
        )}
      </div>
      {error ? (
        <p role="alert" className="mt-1.5 text-bad text-sm">
          {error}
        </p>
      ) : (
        help && <p className="mt-1.5 text-ink-soft text-sm">{help}</p>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={`Arquivo: ${label}`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after a failure.
          event.target.value = '';
          if (file) send.mutate(file);
        }}
      />
    </fieldset>
  );
}
