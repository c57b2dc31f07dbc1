import { cx } from '#web/ui/cx.ts';
import { ImagePicker } from './image-picker.tsx';

type PictureInputProps = {
  label: string;
  url: string | null;
  onChange: (url: string | null) => void;
  error?: string | undefined;
  help?: string;
  /** Shown uncropped on white, not cut to a square. */
  isLogo?: boolean;
  /** The background of a logo that is made for another one than white. */
  ground?: string;
};

/** Uploads a picture, which is stored in the library as soon as it is chosen. */
export function PictureInput({
  label,
  url,
  onChange,
  error,
  help,
  isLogo = false,
  ground = '#fff',
}: PictureInputProps) {
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
            // The background it will have, whatever the theme of this page.
            style={isLogo ? { backgroundColor: ground } : undefined}
            className={cx(
              'rounded-control border border-line',
              isLogo ? 'h-14 w-auto max-w-52 object-contain p-2' : 'size-11 object-cover',
            )}
          />
        )}
        <ImagePicker
          url={url}
          onChange={onChange}
          words={{ send: 'Enviar', replace: 'Trocar', remove: 'Tirar', file: `Arquivo: ${label}` }}
        />
      </div>
      {error ? (
        <p role="alert" className="mt-1.5 text-bad text-sm">
          {error}
        </p>
      ) : (
        help && <p className="mt-1.5 text-ink-soft text-sm">{help}</p>
      )}
    </fieldset>
  );
}
