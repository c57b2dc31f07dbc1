import { screens } from '../../../contract/screens.ts';
import type { Deps } from '../../deps.ts';
import { pageAddress } from '../../mail/address.ts';
import { linkToken } from '../../tokens/link-tokens.ts';
import { findUser, findUserByEmail, findUserForLogin } from './accounts.store.ts';
import { defineConfirmationMail } from './email-confirmation.mails.ts';
import { findEmailLink, insertEmailLink, RESET_LIFETIME_MS } from './email-links.store.ts';
import { defineSecurityNotices } from './security-notices.ts';

/** The e-mails of this feature, written when they are sent. */
export function defineAccountMails(deps: Deps): void {
  const { db, config, clock, mail } = deps;
  const address = (path: string) => pageAddress(config, path);
  defineSecurityNotices(deps);
  defineConfirmationMail(deps);

  mail.define<{ linkId: string; email: string }>('password_reset', async ({ linkId, email }) => {
    const user = await findUserByEmail(db, email);
    if (!user) return null;
    const now = clock.now();
    await insertEmailLink(db, {
      id: linkId,
      userId: user.id,
      kind: 'password_reset',
      sentTo: user.email,
      now,
      expiresAt: new Date(now.getTime() + RESET_LIFETIME_MS),
    });
    return {
      to: user.email,
      letter: {
        subject: 'Crie uma nova senha',
        greeting: `Olá, ${user.firstName}!`,
        paragraphs: [
          `Recebemos um pedido para trocar a senha da sua conta. Seu usuário é ${user.username}.`,
          'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
        ],
        // In the fragment, so that the token reaches no server log and no referrer.
        action: {
          label: 'Criar nova senha',
          url: address(`${screens.resetPassword}#t=${linkToken(config.sessionSecret, linkId)}`),
        },
        footnote: 'O link funciona uma vez, por uma hora.',
      },
    };
  });

  mail.define<{ userId: string }>('teacher_invited', async ({ userId }) => {
    const user = await findUser(db, userId);
    if (user?.status !== 'active') return null;
    return {
      to: user.email,
      letter: {
        subject: 'Você foi convidado para dar aulas',
        greeting: `Olá, ${user.firstName}!`,
        paragraphs: [
          'A escola criou sua conta de professor. Para entrar, escolha primeiro uma senha: informe este e-mail na página abaixo e abra o link que enviarmos.',
          `Depois, entre com seu e-mail (${user.email}) e a senha que você escolheu.`,
        ],
        action: { label: 'Escolher minha senha', url: address(screens.forgotPassword) },
      },
    };
  });

  mail.define<{ name: string }>('login_refused', async ({ name }) => {
    const user = await findUserForLogin(db, name);
    if (!user || user.status === 'blocked') return null;
    return {
      to: user.email,
      letter: {
        subject: 'Alguém errou sua senha várias vezes',
        greeting: `Olá, ${user.firstName}!`,
        paragraphs: [
          `Houve muitas tentativas de entrar na sua conta (usuário ${user.username}) com a senha errada. Ninguém entrou.`,
          'Por alguns minutos, quem nunca entrou na sua conta espera para tentar de novo. Nos aparelhos em que você já entrou, tudo continua como antes.',
          'Se foi você e não lembra a senha, ou se a sua senha é fácil de adivinhar, crie uma nova.',
        ],
        action: { label: 'Criar nova senha', url: address(screens.forgotPassword) },
        footnote: 'Avisamos no máximo uma vez por dia.',
      },
    };
  });

  mail.define<{ linkId: string }>('email_change', async ({ linkId }) => {
    const link = await findEmailLink(db, linkId);
    const user = link && (await findUser(db, link.userId));
    if (!user || !link.newEmail || link.usedAt) return null;
    return {
      to: link.newEmail,
      letter: {
        subject: 'Confirme seu novo e-mail',
        greeting: `Olá, ${user.firstName}!`,
        paragraphs: ['Confirme que este é o seu novo e-mail. Até lá, o anterior continua valendo.'],
        action: {
          label: 'Confirmar e-mail',
          url: address(`${screens.settings}#email=${linkToken(config.sessionSecret, linkId)}`),
        },
        footnote: 'O link funciona uma vez, por uma hora.',
      },
    };
  });

  mail.define<{ userId: string }>('teacher_approved', async ({ userId }) => {
    const user = await findUser(db, userId);
    if (user?.status !== 'active') return null;
    return {
      to: user.email,
      letter: {
        subject: 'Seu cadastro de professor foi aprovado',
        greeting: `Olá, ${user.firstName}!`,
        paragraphs: [
          'Seu cadastro foi aprovado. Você já pode entrar, criar cursos e publicar aulas.',
          `Seu usuário é ${user.username}; o e-mail do cadastro também serve para entrar.`,
        ],
        action: { label: 'Entrar', url: address(screens.login) },
      },
    };
  });
}
