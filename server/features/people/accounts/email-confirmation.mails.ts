import { linkedScreens } from '#contract/screens.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { findEmailConfirmation, findUser } from '#server/features/platform/users/users.store.ts';
import { pageAddress } from '#server/mail/address.ts';
import { examplePerson } from '#server/mail/mail-kind.ts';
import { linkToken } from '#server/tokens/link-tokens.ts';
import { CONFIRMATION_DAYS, findEmailLink, restartEmailLink } from './email-links.store.ts';

export function defineConfirmationMail({ db, config, clock, mail }: Deps): void {
  mail.define<{ linkId: string }, { firstName: string; username: string; url: string }>('email_confirmation', {
    group: 'account',
    when: 'Depois do cadastro, para confirmar o endereço.',
    async find({ linkId }) {
      const link = await findEmailLink(db, linkId);
      const user = link && (await findUser(db, link.userId));
      // Confirmed or changed while the mail was queued: there is no need to send it.
      if (!user || link.sentTo !== user.email || (await findEmailConfirmation(db, user.id))) return null;
      await restartEmailLink(db, linkId, new Date(clock.now().getTime() + CONFIRMATION_DAYS * DAY_MS));
      // In the fragment, so that the token reaches no server log and no referrer.
      const url = pageAddress(config, `${linkedScreens.confirmEmail}#t=${linkToken(config.sessionSecret, linkId)}`);
      return { to: user.email, facts: { ...user, url } };
    },
    write: ({ firstName, username, url }) => ({
      subject: 'Confirme seu e-mail',
      greeting: `Olá, ${firstName}!`,
      paragraphs: [
        `Este e-mail foi informado no cadastro do usuário ${username}. Confirme que ele é seu: é por ele que você recupera a senha e recebe avisos da conta.`,
        'Seu cadastro e seu pagamento seguem normalmente enquanto isso. Se não foi você que se cadastrou, ignore este e-mail.',
      ],
      action: { label: 'Confirmar e-mail', url },
      footnote: `O link funciona uma vez, por ${CONFIRMATION_DAYS} dias.`,
    }),
    examples: [{ ...examplePerson, url: pageAddress(config, linkedScreens.confirmEmail) }],
  });
}
