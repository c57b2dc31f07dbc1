import { INVITATION_DAYS } from '#contract/people/invitations.ts';
import { linkedScreens } from '#contract/screens.ts';
import { DAY_MS } from '#contract/time.ts';
import { uuidv7 } from '#server/db/ids.ts';
import type { Deps } from '#server/deps.ts';

import { findUser } from '#server/features/platform/users/users.store.ts';
import { pageAddress } from '#server/mail/address.ts';
import { examplePerson, type MailKind } from '#server/mail/mail-kind.ts';
import { linkToken } from '#server/tokens/link-tokens.ts';
import { startEmailLink } from './email-links.store.ts';
import { findStudentOfPayment, hasAcceptedInvitation } from './invitations.store.ts';

type Invited = { firstName: string; email: string; isTeacher: boolean; url: string };
/** Jobs of the version before name only the person, or the order that they were enrolled with. */
type Data = { userId?: string; paymentId?: number; linkId?: string };

export function defineInvitationMails(deps: Deps): void {
  const { db, config, clock, mail } = deps;
  const kind: MailKind<Data, Invited> = {
    group: 'account',
    when: 'Quando a escola matricula um aluno ou convida um professor que ainda não tem senha.',
    async find({ userId, paymentId, linkId: given }) {
      const id = userId ?? (paymentId === undefined ? undefined : await findStudentOfPayment(db, paymentId));
      const user = id === undefined ? undefined : await findUser(db, id);
      if (!user || user.status === 'blocked' || (await hasAcceptedInvitation(db, user.id))) return null;
      const now = clock.now();
      const linkId = given ?? uuidv7(now);
      const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
      const link = { id: linkId, userId: user.id, kind: 'invitation', sentTo: user.email, now, expiresAt } as const;
      if (!(await startEmailLink(db, link))) return null;
      // In the fragment, so that the token reaches no server log and no referrer.
      const url = pageAddress(config, `${linkedScreens.invitation}#t=${linkToken(config.sessionSecret, linkId)}`);
      const { firstName, email, role } = user;
      return { to: email, facts: { firstName, email, isTeacher: role === 'teacher', url } };
    },
    write: ({ firstName, email, isTeacher, url }) => ({
      subject: isTeacher ? 'Você foi convidado para dar aulas' : 'Sua matrícula está feita',
      greeting: `Olá, ${firstName}!`,
      paragraphs: [
        isTeacher
          ? 'A escola criou sua conta de professor. Escolha sua senha para entrar.'
          : 'A escola fez sua matrícula. Escolha sua senha e comece a estudar.',
        `Para entrar vale este e-mail (${email}) ou o nome de usuário que você escolher.`,
      ],
      action: { label: 'Escolher minha senha', url },
      footnote: 'O link funciona uma vez, por uma semana. Se ele vencer, a mesma página envia outro.',
    }),
    examples: [
      { ...examplePerson, isTeacher: false, url: pageAddress(config, linkedScreens.invitation) },
      { ...examplePerson, isTeacher: true, url: pageAddress(config, linkedScreens.invitation) },
    ],
  };
  mail.define<Data, Invited>('invitation', kind);
  for (const retired of ['enrolled_by_hand', 'teacher_invited']) mail.define(retired, { ...kind, isRetired: true });
}
