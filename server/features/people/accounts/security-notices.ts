import { linkedScreens } from '#contract/screens.ts';
import { DAY_MS, TIME_ZONE } from '#contract/time.ts';
import type { Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import { identityKey } from '#server/db/keys.ts';
import type { Deps } from '#server/deps.ts';
import { findUser } from '#server/features/platform/users/users.store.ts';
import { NeedsNewerRelease } from '#server/jobs/newer-release.ts';
import { pageAddress } from '#server/mail/address.ts';
import { examplePerson } from '#server/mail/mail-kind.ts';
import { linkToken } from '#server/tokens/link-tokens.ts';
import {
  findSecurityLink,
  insertSecurityLink,
  reserveLoginName,
  restartSecurityLink,
  type SecurityEvent,
  supersedeSecurityLinks,
} from './security-links.store.ts';

export type { SecurityEvent };

/** How long 'não fui eu' works, and how long a changed e-mail can be given back. */
export const NOT_ME_DAYS = 7;

type Owner = { id: string; email: string };

/**
 * Creates the link of a mail about a change, in the transaction of the change, and voids the links of earlier mails to
 * the same mailbox. Returns the id of the link.
 */
export async function openSecurityLink(
  deps: Deps,
  tx: Tx,
  owner: Owner,
  event: SecurityEvent,
  device?: string,
): Promise<string> {
  const now = deps.clock.now();
  const id = uuidv7(now);
  const expiresAt = new Date(now.getTime() + NOT_ME_DAYS * DAY_MS);
  const since = await supersedeSecurityLinks(tx, owner.id, owner.email, now);
  await insertSecurityLink(tx, {
    id,
    since,
    userId: owner.id,
    event,
    email: owner.email,
    ...(device ? { device } : {}),
    now,
    expiresAt,
  });
  return id;
}

/** Notifies the owner at the address that the account had until now. */
export async function notifyOwnerOfChange(deps: Deps, tx: Tx, owner: Owner, event: SecurityEvent, device?: string) {
  const linkId = await openSecurityLink(deps, tx, owner, event, device);
  await deps.mail.send(tx, 'security_notice', linkId, { linkId });
}

/** The account has another e-mail now; the old one stays reserved for it as long as it can be given back. */
export async function notifyOldAddress(deps: Deps, tx: Tx, owner: Owner): Promise<void> {
  const until = new Date(deps.clock.now().getTime() + NOT_ME_DAYS * DAY_MS);
  await reserveLoginName(tx, identityKey(owner.email), owner.id, until);
  await notifyOwnerOfChange(deps, tx, owner, 'email_changed');
}

/** In the fragment, so that the token reaches no server log and no referrer. */
export const notMeAddress = (deps: Pick<Deps, 'config'>, linkId: string) =>
  pageAddress(deps.config, `${linkedScreens.notMe}#t=${linkToken(deps.config.sessionSecret, linkId)}`);

export const NOT_ME = 'Não fui eu';

const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});

const calm = 'Se foi você, não precisa fazer nada.';
const words: Record<SecurityEvent, { subject: string; happened: string; help: string }> = {
  password_changed: {
    subject: 'Sua senha foi trocada',
    happened: 'A senha da sua conta foi trocada',
    help: 'Se não foi você, use o botão: todos os aparelhos são desconectados e você recebe o link para criar outra senha.',
  },
  email_changed: {
    subject: 'O e-mail da sua conta foi trocado',
    happened: 'A sua conta passou a usar outro e-mail, e este deixou de valer',
    help: `Se não foi você, use o botão em até ${NOT_ME_DAYS} dias: este e-mail volta a valer, todos os aparelhos são desconectados e você recebe o link para criar outra senha.`,
  },
  deletion_requested: {
    subject: 'Recebemos o pedido para excluir sua conta',
    happened: 'Pediram a exclusão da sua conta',
    help: 'Se não foi você, use o botão: o pedido é cancelado, todos os aparelhos são desconectados e você recebe o link para criar outra senha.',
  },
  deletion_withdrawn: {
    subject: 'O pedido para excluir sua conta foi cancelado',
    happened: 'O pedido de exclusão da sua conta foi cancelado e ela continua ativa',
    help: 'Se não foi você, use o botão: todos os aparelhos são desconectados e você recebe o link para criar outra senha. Depois disso, você pode pedir a exclusão de novo.',
  },
  new_device: {
    subject: 'Entraram na sua conta em um aparelho novo',
    happened: 'Entraram na sua conta em um aparelho que ainda não conhecíamos',
    help: 'Se não foi você, use o botão: todos os aparelhos são desconectados e você recebe o link para criar outra senha.',
  },
  second_factor_on: {
    subject: 'O segundo fator da sua conta foi ligado',
    happened: 'Um aplicativo autenticador foi ligado à sua conta, e entrar com senha agora pede também um código dele',
    help: 'Se não foi você, use o botão: o aplicativo é desligado, todos os aparelhos são desconectados e você recebe o link para criar outra senha.',
  },
  second_factor_off: {
    subject: 'O segundo fator da sua conta foi desligado',
    happened: 'O segundo fator da sua conta foi desligado, e para entrar basta a senha',
    help: 'Se não foi você, use o botão: todos os aparelhos são desconectados e você recebe o link para criar outra senha. Depois disso, ligue o segundo fator de novo em Segurança.',
  },
  recovery_code_used: {
    subject: 'Entraram na sua conta com um código de recuperação',
    happened: 'Um dos seus códigos de recuperação foi usado para entrar na sua conta',
    help: 'Se não foi você, use o botão: todos os aparelhos são desconectados e você recebe o link para criar outra senha. Depois disso, gere códigos novos em Segurança.',
  },
  passkey_added: {
    subject: 'Uma chave de acesso foi adicionada à sua conta',
    happened: 'Adicionaram uma chave de acesso à sua conta',
    help: 'Se não foi você, use o botão: as chaves de acesso são apagadas, todos os aparelhos são desconectados e você recebe o link para criar outra senha.',
  },
  passkey_removed: {
    subject: 'Uma chave de acesso foi removida da sua conta',
    happened: 'Removeram uma chave de acesso da sua conta',
    help: 'Se não foi você, use o botão: as chaves de acesso são apagadas, todos os aparelhos são desconectados e você recebe o link para criar outra senha.',
  },
  google_linked: {
    subject: 'Uma conta do Google foi conectada à sua',
    happened: 'Uma conta do Google foi conectada à sua conta e pode abri-la',
    help: 'Se não foi você, use o botão: o Google é desconectado, todos os aparelhos são desconectados e você recebe o link para criar outra senha.',
  },
  google_unlinked: {
    subject: 'O Google foi desconectado da sua conta',
    happened: 'A conta do Google que abria a sua conta foi desconectada',
    help: 'Se não foi você, use o botão: todos os aparelhos são desconectados e você recebe o link para criar outra senha.',
  },
  password_removed: {
    subject: 'A senha da sua conta foi removida',
    happened: 'A sua conta ficou sem senha e só abre com chave de acesso',
    help: 'Se não foi você, use o botão: as chaves de acesso são apagadas, todos os aparelhos são desconectados e você recebe o link para criar outra senha.',
  },
};

type Notice = { firstName: string; event: SecurityEvent; device: string | null; at: Date; url: string };

const events = Object.keys(words) as [SecurityEvent, ...SecurityEvent[]];
const EXAMPLE_TIME = new Date('2026-11-15T21:30:00Z');

export function defineSecurityNotices(deps: Deps): void {
  const url = pageAddress(deps.config, linkedScreens.notMe);
  const exampleOf = (event: SecurityEvent): Notice => ({
    ...examplePerson,
    event,
    device: event === 'new_device' ? 'Chrome em Windows' : null,
    at: EXAMPLE_TIME,
    url,
  });
  const [first, ...others] = events;
  deps.mail.define<{ linkId: string }, Notice>('security_notice', {
    group: 'account',
    when: 'Quando algo da segurança da conta muda.',
    async find({ linkId }) {
      const link = await findSecurityLink(deps.db, linkId);
      const user = link && (await findUser(deps.db, link.userId));
      if (!user) return null;
      if (!(link.event in words)) throw new NeedsNewerRelease(`There is no security event ${link.event}.`);
      await restartSecurityLink(deps.db, linkId, new Date(deps.clock.now().getTime() + NOT_ME_DAYS * DAY_MS));
      const { event, device, createdAt: at } = link;
      return {
        to: link.email,
        facts: { firstName: user.firstName, event, device, at, url: notMeAddress(deps, linkId) },
      };
    },
    write: ({ firstName, event, device, at, url: link }) => {
      const { subject, happened, help } = words[event];
      const where = device ? ` (${device})` : '';
      return {
        subject,
        greeting: `Olá, ${firstName}!`,
        paragraphs: [`${happened}${where}, em ${moment.format(at)}, horário de Brasília. ${calm}`, help],
        action: { label: NOT_ME, url: link },
        footnote: `O link funciona uma vez, por ${NOT_ME_DAYS} dias, até chegar uma mensagem mais nova como esta.`,
      };
    },
    examples: [exampleOf(first), ...others.map(exampleOf)],
  });
}
