import { screens } from '../../../contract/screens.ts';
import type { Deps } from '../../deps.ts';
import { pageAddress } from '../../mail/address.ts';
import { linkToken } from '../../tokens/link-tokens.ts';
import { findEmailConfirmation, findUser } from './accounts.store.ts';
import { CONFIRMATION_DAYS, findEmailLink } from './email-links.store.ts';

export function defineConfirmationMail({ db, config, mail }: Deps): void {
  mail.define<{ linkId: string }>('email_confirmation', async ({ linkId }) => {
    const link = await findEmailLink(db, linkId);
    const user = link && (await findUser(db, link.userId));
    // Confirmed or changed while the letter waited: it would ask for nothing.
    if (!user || link.sentTo !== user.email || (await findEmailConfirmation(db, user.id))) return null;
    return {
      to: user.email,
      letter: {
        subject: 'Confirme seu e-mail',
        greeting: `Olá, ${user.firstName}!`,
        paragraphs: [
          `Este e-mail foi informado no cadastro do usuário ${user.username}. Confirme que ele é seu: é por ele que você recupera a senha e recebe avisos da conta.`,
          'Seu cadastro e seu pagamento seguem normalmente enquanto isso. Se não foi você que se cadastrou, ignore este e-mail.',
        ],
        // In the fragment, so that the token reaches no server log and no referrer.
        action: {
          label: 'Confirmar e-mail',
          url: pageAddress(config, `${screens.confirmEmail}#t=${linkToken(config.sessionSecret, linkId)}`),
        },
        footnote: `O link funciona uma vez, por ${CONFIRMATION_DAYS} dias.`,
      },
    };
  });
}
