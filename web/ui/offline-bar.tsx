import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from './use-online.ts';

type OfflineBarProps = { className?: string; children?: ReactNode };

/** The live region exists before the network is lost; otherwise screen readers would not announce it. */
export function OfflineBar({ className, children }: OfflineBarProps) {
  const online = useOnline();
  return (
    <div role="status" className={className}>
      {!online && (
        <p className="flex items-center gap-3 rounded-control bg-sun-tint px-4 py-3 text-sm">
          <WifiOff className="text-base text-sun-ink" />
          <span>{children ?? 'Você está sem internet. O que já está na tela continua aqui até ela voltar.'}</span>
        </p>
      )}
    </div>
  );
}
