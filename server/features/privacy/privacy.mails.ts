import type { Deps } from '../../deps.ts';
import { pageAddress } from '../../mail/address.ts';
import { findDeletionLetter } from './privacy.store.ts';

const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'long' });

export function definePrivacyMails(deps: Deps): void {
  deps.mail.define<{ userId: string }>('deletion_requested', async ({ userId }) => {
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
          'Se você mudou de ideia, ou se não foi você, entre na plataforma e cancele o pedido.',
        ],
        action: { label: 'Ver o pedido', url: pageAddress(deps.config, '/settings/privacy') },
      },
    };
  });
}
