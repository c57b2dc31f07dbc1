import { useSyncExternalStore } from 'react';
import { useBrowserState } from '#web/lib/hydration.ts';
import { install, installWay, mayAsk, noteAsked, onInstallOffer } from '#web/lib/install.ts';
import { school } from '#web/lib/school.ts';
import { Button } from '#web/ui/button.tsx';

/** A quiet word after the third day of study, once. */
export default function InstallInvite() {
  const way = useSyncExternalStore(onInstallOffer, installWay, () => null);
  const [isOpen, setOpen] = useBrowserState(() => mayAsk(Date.now()), false);
  if (!isOpen || way === null) return null;
  const close = () => {
    noteAsked(Date.now());
    setOpen(false);
  };
  const accept = async () => {
    await install();
    close();
  };
  return (
    <section
      aria-label="Instalar"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 print:hidden"
    >
      <img src="/icon-192.png" alt="" width={44} height={44} className="rounded-control" />
      <div className="min-w-48 grow basis-0">
        <p className="font-strong">{school.name} na sua tela inicial</p>
        <p className="text-ink-soft text-sm">
          {way === 'ios'
            ? 'No Safari, toque em Compartilhar e depois em “Adicionar à Tela de Início”. Abre direto no seu dia, também sem internet.'
            : 'Abre direto no seu dia e guarda as aulas para o ônibus.'}
        </p>
      </div>
      <div className="flex items-center gap-1">
        {way === 'offer' && (
          <Button variant="line" onClick={accept}>
            Instalar
          </Button>
        )}
        <Button variant="quiet" onClick={close}>
          Agora não
        </Button>
      </div>
    </section>
  );
}
