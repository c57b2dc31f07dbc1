import { ArrowLeft, RotateCw, Upload } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { cut, encoded, turned } from './page-picture.ts';
import { isSheet, movedCorner, turnedCorners, wholePicture } from './straighten.ts';

const cornerNames = ['de cima, à esquerda', 'de cima, à direita', 'de baixo, à direita', 'de baixo, à esquerda'];
/** What an arrow key moves a corner by, in shares of the picture. */
const STEP = 0.01;

type PageEditorProps = {
  picture: HTMLCanvasElement;
  /** Sends the page; the promise ends when it is stored or refused. */
  onSend: (page: Blob) => Promise<void>;
  onClose: () => void;
};

/** Turns and straightens the photo of a page, and shows it before it is sent. */
export function PageEditor({ picture: chosen, onSend, onClose }: PageEditorProps) {
  const [picture, setPicture] = useState(chosen);
  const [corners, setCorners] = useState(wholePicture);
  const [result, setResult] = useState<HTMLCanvasElement | null>(null);
  const [isSending, setSending] = useState(false);
  const turn = () => {
    setPicture(turned(picture));
    setCorners(turnedCorners(corners));
  };
  const send = async () => {
    if (!result) return;
    setSending(true);
    const page = await encoded(result);
    if (page) await onSend(page);
    setSending(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isSending && onClose()}
      size="lg"
      title={result ? 'Confira a página' : 'Ajuste a página'}
      description={
        result
          ? 'É assim que quem corrige vai ver. Confira se dá para ler até a última linha.'
          : 'Gire até ficar em pé e leve os quatro cantos até os da folha.'
      }
      footer={
        result ? (
          <>
            <Button variant="line" onClick={() => setResult(null)} disabled={isSending}>
              <ArrowLeft /> Ajustar
            </Button>
            <Button variant="next" busy={isSending} busyLabel="Enviando..." onClick={() => void send()}>
              <Upload /> Enviar esta página
            </Button>
          </>
        ) : (
          <>
            <Button variant="line" onClick={turn}>
              <RotateCw /> Girar
            </Button>
            <Button variant="next" disabled={!isSheet(corners)} onClick={() => setResult(cut(picture, corners))}>
              Ver como fica
            </Button>
          </>
        )
      }
    >
      {result ? (
        <Picture picture={result} label="A página como será enviada" className="h-auto w-full" />
      ) : (
        <>
          <CornerField picture={picture} corners={corners} onChange={setCorners} />
          {!isSheet(corners) && (
            <Notice tone="sun" className="mt-4" title="Os cantos se cruzaram">
              Leve cada um até o seu canto da folha.
            </Notice>
          )}
        </>
      )}
    </Dialog>
  );
}

type PictureProps = { picture: HTMLCanvasElement; label: string; className: string };

function Picture({ picture, label, className }: PictureProps) {
  const shown = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = shown.current;
    if (!canvas) return;
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  return <canvas ref={shown} role="img" aria-label={label} className={className} />;
}

type CornerFieldProps = {
  picture: HTMLCanvasElement;
  corners: typeof wholePicture;
  onChange: (corners: typeof wholePicture) => void;
};

/** The picture with a handle on each corner of the sheet: by pointer or by arrow keys. */
function CornerField({ picture, corners, onChange }: CornerFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const drag = (index: number, event: PointerEvent) => {
    const box = field.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const to = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    onChange(movedCorner(corners, index, to));
  };
  const press = (index: number, event: KeyboardEvent) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const corner = corners[index];
    if (!step || !corner) return;
    event.preventDefault();
    const by = STEP * (event.shiftKey ? 5 : 1);
    const [across = 0, down = 0] = step;
    onChange(movedCorner(corners, index, { x: corner.x + across * by, y: corner.y + down * by }));
  };
  return (
    // Narrow enough for the whole page to be seen at once; room around it for the handles.
    <div className="mx-auto w-fit max-w-full p-4">
      <div ref={field} className="relative touch-none">
        <Picture
          picture={picture}
          label="A foto escolhida"
          className="block h-auto max-h-[58dvh] w-auto max-w-full select-none"
        />
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full"
        >
          <polygon
            points={corners.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ')}
            className="fill-none stroke-focus"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {corners.map(({ x, y }, index) => (
          <button
            key={cornerNames[index]}
            type="button"
            aria-label={`Canto ${cornerNames[index]}: ${Math.round(x * 100)} % da largura, ${Math.round(y * 100)} % da altura`}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 cursor-grab touch-none place-items-center rounded-full"
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => drag(index, event)}
            onKeyDown={(event) => press(index, event)}
          >
            <span className="size-5 rounded-full border-2 border-surface bg-focus shadow-float" />
          </button>
        ))}
      </div>
    </div>
  );
}
