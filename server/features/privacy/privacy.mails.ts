import { screens } from '../../../contract/screens.ts';
import { TIME_ZONE } from '../../../contract/time.ts';
import type { Deps } from '../../deps.ts';
import { pageAddress } from '../../mail/address.ts';
import { NOT_ME, NOT_ME_DAYS, notMeAddress } from '../accounts/security-notices.ts';
import { findDeletionLetter } from './privacy.store.ts';

const day = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'long' });

export function definePrivacyMails(deps: Deps): void {
  deps.mail.define<{ userId: string; linkId?: string }>('deletion_requested', async ({ userId, linkId }) => {
    const found = await findDeletionLetter(deps.db, userId);
    if (!found) return null;
    return {
      to: found.email,
      letter: {
        subject: 'Recebemos o pedido para excluir sua conta',
        greeting: `Olá, ${found.firstName}!`,
        paragraphs: [
          `Sua conta será excluída em ${day.format(found.dueAt)}. Até lá, tudo continua funcionando.`,
          'Com ela vão seu progresso, seu plano de estudos, seus comprovantes e seus certificados. Isso não pode ser desfeito.',
          'Se você mudou de ideia, entre na plataforma e cancele o pedido. Se não foi você, use o link abaixo: o pedido é cancelado, todos os aparelhos são desconectados e você cria outra senha.',
        ],
        action: { label: 'Ver o pedido', url: pageAddress(deps.config, screens.privacySettings) },
        ...(linkId ? { otherwise: { label: NOT_ME, url: notMeAddress(deps, linkId) } } : {}),
        footnote: `O link funciona uma vez, por ${NOT_ME_DAYS} dias.`,
      },
    };
  });
}
