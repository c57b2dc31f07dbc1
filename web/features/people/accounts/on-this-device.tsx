import { useQuery } from '@tanstack/react-query';
import type { NotificationKind } from '#contract/platform/notifications.ts';
import { pushStateQuery } from '#web/features/platform/push/push-device.ts';
import { supportWords } from '#web/features/platform/push/push-words.ts';
import { usePushSupport } from '#web/lib/push-support.ts';
import { useUser } from '#web/lib/session.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { useChoosePushKinds } from './notification-settings.queries.ts';

/** Messages of one kind to this browser. The first tick asks for the browser's permission. */
export function OnThisDevice({ kind }: { kind: NotificationKind }) {
  const support = usePushSupport();
  const { data } = useQuery(pushStateQuery);
  const choose = useChoosePushKinds(useUser().id);
  const kept = data?.device?.kinds ?? [];
  const shown = choose.isPending ? choose.variables : kept;
  return (
    <Checkbox
      label="Neste aparelho"
      checked={support === 'ready' && shown.includes(kind)}
      disabled={support !== 'ready' || !data?.publicKey || choose.isPending}
      onChange={(event) =>
        choose.mutate(event.target.checked ? [...kept, kind] : kept.filter((other) => other !== kind))
      }
    />
  );
}

/** An explanation of push messages, or of why they are unavailable here. */
export function DeviceNote() {
  const support = usePushSupport();
  const { data } = useQuery(pushStateQuery);
  const can = support === 'ready' && data?.publicKey !== null;
  return (
    <p className="mt-3 border-line border-t pt-3 text-ink-soft text-sm">
      {support === null || can
        ? '"Neste aparelho" é o aviso que aparece mesmo com a plataforma fechada. O que chega aqui não vai também por e-mail; ao sair da conta, ele para.'
        : supportWords[support === 'ready' ? 'none' : support]}
    </p>
  );
}
