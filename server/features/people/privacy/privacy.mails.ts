import { linkedScreens, screens } from '#contract/screens.ts';
import type { Deps } from '#server/deps.ts';
import { NOT_ME, NOT_ME_DAYS, notMeAddress } from '#server/features/people/accounts/security-notices.ts';
import { pageAddress } from '#server/mail/address.ts';
import { examplePerson } from '#server/mail/mail-kind.ts';
import { longDate } from '#server/time/calendar.ts';
import { findDeletionLetter } from './privacy.store.ts';

type Asked = { firstName: string; dueAt: Date; notMe: string | null };

export function definePrivacyMails(deps: Deps): void {
  deps.mail.define<{ userId: string; linkId?: string }, Asked>('deletion_requested', {
    group: 'account',
    when: 'Quando alguém pede a exclusão da conta.',
    async find({ userId, linkId }) {
      const found = await findDeletionLetter(deps.db, userId);
      return found ? { to: found.email, facts: { ...found, notMe: linkId ? notMeAddress(deps, linkId) : null } } : null;
    },
    write: ({ firstName, dueAt, notMe }) => ({
      subject: 'Recebemos o pedido para excluir sua conta',
      greeting: `Olá, ${firstName}!`,
      paragraphs: [
        `Sua conta será excluída em ${longDate(dueAt)}. Até lá, tudo continua funcionando.`,
        'Com ela vão seu progresso, seu plano de estudos, seus comprovantes e seus certificados. Isso não pode ser desfeito.',
        'Se você mudou de ideia, entre na plataforma e cancele o pedido. Se não foi você, use o link abaixo: o pedido é cancelado, todos os aparelhos são desconectados e você cria outra senha.',
      ],
      action: { label: 'Ver o pedido', url: pageAddress(deps.config, screens.privacySettings) },
      ...(notMe ? { otherwise: { label: NOT_ME, url: notMe } } : {}),
      footnote: `O link funciona uma vez, por ${NOT_ME_DAYS} dias.`,
    }),
    examples: [
      {
        ...examplePerson,
        dueAt: new Date('2026-11-22T12:00:00Z'),
        notMe: pageAddress(deps.config, linkedScreens.notMe),
      },
    ],
  });
}
