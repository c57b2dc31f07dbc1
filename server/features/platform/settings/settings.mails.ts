import { screens } from '#contract/screens.ts';
import type { Deps } from '#server/deps.ts';
import { pageAddress } from '#server/mail/address.ts';
import { examplePerson } from '#server/mail/mail-kind.ts';
import { findAdminLetter } from './settings.store.ts';

/** A change of the PIX key is mailed to all other administrators, because they are accountable for the money. */
export function defineSettingsMails(deps: Deps): void {
  deps.mail.define<{ userId: string; by: string }, { firstName: string; who: string }>('pix_changed', {
    group: 'team',
    when: 'Quando um administrador muda o PIX; vai para os outros administradores.',
    async find({ userId, by }) {
      const admin = await findAdminLetter(deps.db, userId, by);
      if (!admin) return null;
      const who = admin.byFirst ? `${admin.byFirst} ${admin.byLast}` : 'Uma conta que não existe mais';
      return { to: admin.email, facts: { firstName: admin.firstName, who } };
    },
    write: ({ firstName, who }) => ({
      subject: 'Os dados do PIX da escola mudaram',
      greeting: `Olá, ${firstName}!`,
      paragraphs: [
        `${who} mudou a chave, o nome ou a cidade do PIX. Os próximos códigos de pagamento já usam os novos dados.`,
        'Se você não esperava por isso, confira agora.',
      ],
      action: { label: 'Ver as configurações', url: pageAddress(deps.config, screens.adminSettings) },
    }),
    examples: [{ ...examplePerson, who: 'João Lima' }],
  });
}
