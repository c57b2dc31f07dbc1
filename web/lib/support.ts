import { school } from './school.ts';

/** What a support message is about. The text includes it, so that the school need not ask. */
export type HelpTopic = { code?: string | undefined; username?: string | undefined };

/** An e-mail to the school. */
export function supportMail({ code, username }: HelpTopic = {}): string {
  const subject = code ? `Ajuda com o pagamento ${code}` : username ? `Ajuda para ${username}` : 'Ajuda';
  return `mailto:${school.supportEmail}?subject=${encodeURIComponent(subject)}`;
}

/** A conversation on WhatsApp; null where the school has none. */
export function supportChat({ code, username }: HelpTopic = {}): string | null {
  if (!school.whatsapp) return null;
  const about = code ? ` É sobre o pagamento ${code}.` : username ? ` Meu usuário é ${username}.` : '';
  return `https://wa.me/${school.whatsapp}?text=${encodeURIComponent(`Olá! Preciso de ajuda.${about}`)}`;
}
