import { CloudUpload, WifiOff } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useOnline } from '#web/ui/use-online.ts';
import { useWaiting } from './use-waiting.ts';

/** The live region exists before the network fails; otherwise screen readers would not announce it. */
export default function NetBar({ userId }: { userId: string }) {
  const isOnline = useOnline();
  const waiting = useWaiting(userId);
  const [location] = useLocation();
  const Icon = isOnline ? CloudUpload : WifiOff;
  return (
    <div role="status" className="print:hidden">
      {(!isOnline || waiting) && (
        <p className="page-width my-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-sun-tint px-4 py-2 text-sm">
          <Icon className="shrink-0 text-base text-sun-ink" aria-hidden="true" />
          <span className="min-w-0 grow basis-48">
            {isOnline ? '' : 'Sem internet. O que você já abriu ou baixou continua aqui. '}
            {waiting && (
              <>
                <strong className="font-strong">{waiting}</strong>{' '}
                {isOnline ? 'esperando para ir.' : 'à espera da conexão.'}
              </>
            )}
          </span>
          {!isOnline && location !== paths.offline && (
            <Link href={paths.offline} className="link tappable">
              Ver o que está neste aparelho
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
