import { QrCode as QrIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const QrCode = lazyChunk(() => import('#web/ui/qr-code.tsx'));

type PixCardProps = { amount: number; pixCode: string; onCopied: () => void };

export function PixCard({ amount, pixCode, onCopied }: PixCardProps) {
  // On the phone that pays, copying is the way; the code to scan is for a second one.
  const [shown, setShown] = useState(false);
  return (
    <Card>
      <div className="grid gap-5 md:grid-cols-[176px_minmax(0,1fr)] md:items-center md:gap-6">
        <div className={cx('max-md:order-last max-md:mx-auto', !shown && 'max-md:hidden')}>
          <Suspense fallback={<Skeleton className="size-44" />}>
            <QrCode
              text={pixCode}
              label={`QR code do PIX de ${formatMoney(amount)}`}
              className="size-44 max-md:size-56"
            />
          </Suspense>
        </div>
        <div className="min-w-0">
          <p className="text-ink-soft text-sm">Valor</p>
          <p className="font-strong text-3xl tabular-nums md:text-4xl leading-tight">{formatMoney(amount)}</p>
          <div className="mt-3 rounded-control bg-sunken px-3 py-2.5">
            <p
              data-testid="pix-code"
              className="line-clamp-2 select-all break-all font-mono text-ink-soft text-xs leading-ui md:line-clamp-none"
            >
              {pixCode}
            </p>
          </div>
          <div className="mt-3 grid gap-2 md:flex">
            <CopyButton
              text={pixCode}
              label="Copiar código PIX"
              copiedLabel="Código copiado!"
              onCopied={onCopied}
              className="max-md:w-full"
            />
            <Button variant="quiet" className="md:hidden" aria-expanded={shown} onClick={() => setShown(!shown)}>
              <QrIcon /> {shown ? 'Esconder QR code' : 'Mostrar QR code'}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}
