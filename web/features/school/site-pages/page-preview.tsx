import { ExternalLink, Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ownHost } from '#web/lib/render-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const widths = { desktop: 1280, phone: 390 };
type Device = keyof typeof widths;
const HEIGHT = 720;

type PagePreviewProps = {
  html: string | undefined;
  /** The section that is being edited. */
  anchor: string;
  bytes: number | undefined;
};

/**
 * The page as visitors will see it, at the width of a phone or of a computer, scaled down if there is less space. No
 * script runs in it, and its links do nothing.
 */
export function PagePreview({ html, anchor, bytes }: PagePreviewProps) {
  const [device, setDevice] = useState<Device>('desktop');
  const [room, setRoom] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);
  const hasPage = html !== undefined;

  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    if (hasPage) frame.current?.contentDocument?.querySelector(anchor)?.scrollIntoView({ block: 'start' });
  }, [anchor, hasPage]);

  // Every change reloads the frame: its scroll position is restored.
  const settle = () => {
    const page = frame.current?.contentWindow;
    if (!page) return;
    page.scrollTo(0, scrolled.current);
    page.addEventListener('scroll', () => {
      scrolled.current = page.scrollY;
    });
    page.document.addEventListener('click', (event) => {
      if ((event.target as Element | null)?.closest?.('a')) event.preventDefault();
    });
  };

  const openAlone = () => {
    const url = URL.createObjectURL(new Blob([html ?? ''], { type: 'text/html' }));
    window.open(url, '_blank', 'noopener');
    // The other tab has loaded it long before.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };

  const scale = room === 0 ? 1 : Math.min(1, room / widths[device]);
  return (
    <section aria-label="Como a página fica" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Chips
          label="Largura"
          value={device}
          onValueChange={setDevice}
          chips={[
            { value: 'desktop', label: 'Computador' },
            { value: 'phone', label: 'Celular' },
          ]}
        />
        <Button variant="quiet" size="sm" disabled={!hasPage} onClick={openAlone}>
          <ExternalLink /> Abrir em outra aba
        </Button>
      </div>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <p className="flex items-center gap-2 border-line border-b px-4 py-2 text-ink-soft text-sm">
          <Lock /> {ownHost()}, rascunho
          {bytes !== undefined && (
            <span className="ml-auto tabular-nums">{(bytes / 1024).toFixed(1).replace('.', ',')} KB</span>
          )}
        </p>
        <div ref={box} className="grid justify-center overflow-hidden" style={{ height: HEIGHT }}>
          {hasPage ? (
            <div style={{ width: widths[device] * scale, height: HEIGHT }}>
              <iframe
                ref={frame}
                title="Prévia da página"
                // Same origin for the scrolling above; scripts stay forbidden.
                sandbox="allow-same-origin"
                srcDoc={html}
                onLoad={settle}
                className="origin-top-left border-0 bg-white"
                style={{ width: widths[device], height: HEIGHT / scale, transform: `scale(${scale})` }}
              />
            </div>
          ) : (
            <Skeleton className="h-full w-full" />
          )}
        </div>
      </div>
    </section>
  );
}
