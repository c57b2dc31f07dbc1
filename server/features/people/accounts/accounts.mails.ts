import { screens } from '#contract/screens.ts';
import type { Deps } from '#server/deps.ts';
import { findUser, findUserByEmail, findUserForLogin } from '#server/features/platform/users/users.store.ts';
import { pageAddress } from '#server/mail/address.ts';
import { examplePerson } from '#server/mail/mail-kind.ts';
import { linkToken } from '#server/tokens/link-tokens.ts';
import { defineConfirmationMail } from './email-confirmation.mails.ts';
import { findEmailLink, RESET_LIFETIME_MS, restartEmailLink, startEmailLink } from './email-links.store.ts';
import { defineInvitationMails } from './invitations.mails.ts';
import { defineSecurityNotices } from './security-notices.ts';

type Named = { firstName: string; username: string; email: string };

/** The e-mails of this feature, written when they are sent. */
export function defineAccountMails(deps: Deps): void {
  const { db, config, clock, mail } = deps;
  const address = (path: string) => pageAddress(config, path);
  const findActive = async (id: string) => {
    const user = await findUser(db, id);
    return user?.status === 'active' ? { to: user.email, facts: user } : null;
  };
  defineSecurityNotices(deps);
  defineConfirmationMail(deps);
  defineInvitationMails(deps);

  mail.define<{ linkId: string; email: string; disowned?: boolean }, Named & { url: string; disowned: boolean }>(
    'password_reset',
    {
      group: 'account',
      when: 'Quando alguém pede uma nova senha, ou a escola envia o link.',
      async find({ linkId, email, disowned = false }) {
        const user = await findUserByEmail(db, email);
        if (!user) return null;
        const now = clock.now();
        const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS);
        const link = {
          id: linkId,
          userId: user.id,
          kind: 'password_reset',
          sentTo: user.email,
          now,
          expiresAt,
        } as const;
        // A mail with a used or void link is not sent.
        if (!(await startEmailLink(db, link))) return null;
        // In the fragment, so that the token reaches no server log and no referrer.
        const url = address(`${screens.resetPassword}#t=${linkToken(config.sessionSecret, linkId)}`);
        return { to: user.email, facts: { ...user, url, disowned } };
      },
      write: ({ firstName, username, url, disowned }) => ({
        subject: 'Crie uma nova senha',
        greeting: `Olá, ${firstName}!`,
        paragraphs: disowned
          ? [
              "Alguém abriu o link 'Não fui eu' de uma mensagem da sua conta: todos os aparelhos foram desconectados e a senha anterior deixou de valer.",
              `Para voltar a entrar, crie uma nova senha. Seu usuário é ${username}.`,
            ]
          : [
              `Recebemos um pedido para trocar a senha da sua conta. Seu usuário é ${username}.`,
              'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
            ],
        action: { label: 'Criar nova senha', url },
        footnote: 'O link funciona uma vez, por uma hora.',
      }),
      examples: [
        { ...examplePerson, url: address(screens.resetPassword), disowned: false },
        { ...examplePerson, url: address(screens.resetPassword), disowned: true },
      ],
    },
  );

  mail.define<{ name: string }, Named>('login_refused', {
    group: 'account',
    when: 'Quando erram a senha de uma conta muitas vezes; no máximo uma vez por dia.',
    async find({ name }) {
      const user = await findUserForLogin(db, name);
      return !user || user.status === 'blocked' ? null : { to: user.email, facts: user };
    },
    write: ({ firstName, username }) => ({
      subject: 'Alguém errou sua senha várias vezes',
      greeting: `Olá, ${firstName}!`,
      paragraphs: [
        `Houve muitas tentativas de entrar na sua conta (usuário ${username}) com a senha errada. Ninguém entrou.`,
        'Por alguns minutos, quem nunca entrou na sua conta espera para tentar de novo. Nos aparelhos em que você já entrou, tudo continua como antes.',
        'Se foi você e não lembra a senha, ou se a sua senha é fácil de adivinhar, crie uma nova.',
      ],
      action: { label: 'Criar nova senha', url: address(screens.forgotPassword) },
      footnote: 'Avisamos no máximo uma vez por dia.',
    }),
    examples: [examplePerson],
  });

  mail.define<{ linkId: string }, { firstName: string; url: string }>('email_change', {
    group: 'account',
    when: 'Quando alguém troca o e-mail da conta; vai para o novo endereço.',
    async find({ linkId }) {
      const link = await findEmailLink(db, linkId);
      const user = link && (await findUser(db, link.userId));
      if (!user || !link.newEmail || link.usedAt) return null;
      await restartEmailLink(db, linkId, new Date(clock.now().getTime() + RESET_LIFETIME_MS));
      const url = address(`${screens.settings}#email=${linkToken(config.sessionSecret, linkId)}`);
      return { to: link.newEmail, facts: { firstName: user.firstName, url } };
    },
    write: ({ firstName, url }) => ({
      subject: 'Confirme seu novo e-mail',
      greeting: `Olá, ${firstName}!`,
      paragraphs: ['Confirme que este é o seu novo e-mail. Até lá, o anterior continua valendo.'],
      action: { label: 'Confirmar e-mail', url },
      footnote: 'O link funciona uma vez, por uma hora.',
    }),
    examples: [{ ...examplePerson, url: address(screens.settings) }],
  });

  mail.define<{ userId: string }, Named>('teacher_approved', {
    group: 'team',
    when: 'Quando um cadastro de professor é aprovado.',
    find: ({ userId }) => findActive(userId),
    write: ({ firstName, username }) => ({
      subject: 'Seu cadastro de professor foi aprovado',
      greeting: `Olá, ${firstName}!`,
      paragraphs: [
        'Seu cadastro foi aprovado. Você já pode entrar, criar cursos e publicar aulas.',
        `Seu usuário é ${username}; o e-mail do cadastro também serve para entrar.`,
      ],
      action: { label: 'Entrar', url: address(screens.login) },
    }),
    examples: [examplePerson],
  });
}
