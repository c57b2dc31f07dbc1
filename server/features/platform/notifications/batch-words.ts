import type { NotificationKind } from '#contract/platform/notifications.ts';
import { screens } from '#contract/screens.ts';

/** Kinds that can occur many times in an hour: one notification counts all unread events. */
export type BatchKind = Extract<NotificationKind, 'new_proof' | 'new_teacher' | 'refund_asked'>;

type Words = { path: string; title: (count: number) => string; text: string };

export const batchWords: Record<BatchKind, Words> = {
  new_proof: {
    path: screens.adminPayments,
    title: (count) => (count === 1 ? 'Novo comprovante de pagamento' : `${count} novos comprovantes de pagamento`),
    text: 'Analise em Pagamentos.',
  },
  new_teacher: {
    path: screens.adminUsers,
    title: (count) => (count === 1 ? 'Novo cadastro de professor' : `${count} novos cadastros de professor`),
    text: 'Aprove ou rejeite em Usuários.',
  },
  refund_asked: {
    path: screens.adminPayments,
    title: (count) => (count === 1 ? 'Novo pedido de reembolso' : `${count} novos pedidos de reembolso`),
    text: 'Devolva o valor e registre em Pagamentos, aba Reembolsos.',
  },
};

export const isBatchKind = (kind: NotificationKind): kind is BatchKind => kind in batchWords;
