import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import type { CardPicture } from '#contract/study/cards.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { useUploadPicture } from './cards.queries.ts';

type Side = 'front' | 'back';
type Shown = Pick<CardPicture, 'url' | 'width' | 'height'>;
type PictureFieldProps<P extends Shown> = {
  picture: P | null;
  side: Side;
  /** Names the file input among those of other cards. */
  label?: string;
  onChange: (picture: P | CardPicture | null, side: Side) => void;
};

/** The one picture of a card, and the side that shows it. */
export function PictureField<P extends Shown>({
  picture,
  side,
  label = 'Imagem do cartão',
  onChange,
}: PictureFieldProps<P>) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPicture();
  return (
    <div className="grid justify-items-start gap-2">
      <FilePicker
        ref={input}
        label={label}
        accept="image/*"
        onFile={(file) => upload.mutate(file, { onSuccess: (made) => onChange(made, side) })}
      />
      {picture ? (
        <>
          <img
            src={picture.url}
            width={picture.width}
            height={picture.height}
            alt={label}
            className="h-auto max-h-40 w-auto max-w-full rounded-control border border-line"
          />
          <div className="flex flex-wrap gap-2">
            <Chips<Side>
              label="Onde a imagem aparece"
              chips={[
                { value: 'front', label: 'Na frente' },
                { value: 'back', label: 'No verso' },
              ]}
              value={side}
              onValueChange={(next) => onChange(picture, next)}
            />
            <Button variant="quiet" onClick={() => onChange(null, side)}>
              <X /> Tirar imagem
            </Button>
          </div>
        </>
      ) : (
        <Button variant="line" busy={upload.isPending} onClick={() => input.current?.click()}>
          <ImagePlus /> Pôr uma imagem
        </Button>
      )}
    </div>
  );
}
