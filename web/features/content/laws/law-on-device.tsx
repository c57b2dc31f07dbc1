import { useQuery } from '@tanstack/react-query';
import { Download, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CAN_CACHE } from '#web/features/platform/offline/can-cache.ts';
import { canDownload } from '#web/features/platform/offline/courses-on-device.ts';
import { saveLaw } from '#web/features/platform/offline/law-downloads.ts';
import { removeSaved } from '#web/features/platform/offline/saved.ts';
import { readSavedLaw } from '#web/features/platform/offline/saved-laws.ts';
import { StorageFullError } from '#web/features/platform/offline/store-saved.ts';
import { textOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

/** Takes a law along: it opens without a network, with its articles and the search. */
export default function LawOnDevice({ lawId }: { lawId: number }) {
  const { id: userId } = useUser();
  const isHydrated = useHydrated();
  const [isBusy, setBusy] = useState(false);
  const queryKey = keys.laws('on-device', lawId);
  const device = useQuery({
    queryKey,
    // Not on the server, whose answer would be this browser's first one.
    enabled: isHydrated,
    queryFn: async () => ({
      isPossible: await canDownload(userId),
      savedAt: (await readSavedLaw(userId, lawId))?.savedAt ?? null,
    }),
  });
  const { refetch } = device;
  useEffect(() => {
    // On a first visit the worker learns later whose browser this is.
    const again = () => void refetch();
    addEventListener(CAN_CACHE, again);
    return () => removeEventListener(CAN_CACHE, again);
  }, [refetch]);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const isFull = error instanceof StorageFullError;
      toast({
        title: 'A lei não foi guardada',
        description: isFull ? 'Este aparelho está sem espaço.' : textOf(error),
        tone: 'bad',
      });
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey });
    }
  };
  if (!device.data?.isPossible) return null;
  const { savedAt } = device.data;
  if (savedAt === null) {
    return (
      <Button
        variant="line"
        busy={isBusy}
        busyLabel="Guardando..."
        onClick={() => void run(() => saveLaw(userId, lawId))}
      >
        <Download /> Guardar no aparelho
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-1.5 text-ink-soft text-sm">
        <Smartphone aria-hidden className="size-4" /> Neste aparelho, de {formatDate(savedAt)}
      </span>
      <Button
        variant="quiet"
        size="sm"
        busy={isBusy}
        onClick={() => void run(() => removeSaved(userId, `law/${lawId}`))}
      >
        Remover do aparelho
      </Button>
    </div>
  );
}
