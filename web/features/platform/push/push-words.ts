import { textOf } from '#web/lib/api.ts';
import type { PushSupport } from '#web/lib/push-support.ts';
import { toast } from '#web/ui/toast.ts';
import { PushRefused } from './push-device.ts';

/** Why this device cannot get messages, and what to do about it. */
export const supportWords: Record<Exclude<PushSupport, 'ready'>, string> = {
  'install-first':
    'No iPhone e no iPad, os avisos chegam depois que você instala a plataforma: toque em Compartilhar e em Adicionar à Tela de Início, abra por lá e volte a esta página.',
  blocked:
    'O navegador bloqueou os avisos desta página. Para recebê-los, permita as notificações nas configurações do site e recarregue.',
  none: 'Este navegador não recebe avisos desta página. Por e-mail eles chegam do mesmo jeito.',
};

const refused = {
  permission: { title: 'Avisos não ativados', description: 'O navegador não deu permissão. Nada mudou.' },
  browser: {
    title: 'Avisos não ativados',
    description: 'O serviço de avisos do navegador não respondeu. Tente depois.',
  },
};

export function toastPushFailure(error: unknown): void {
  const words =
    error instanceof PushRefused ? refused[error.reason] : { title: 'Avisos não ativados', description: textOf(error) };
  toast({ ...words, tone: 'bad' });
}
