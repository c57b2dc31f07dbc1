import { school } from './school.ts';

/**
 * The message for the office after an e-mail was requested. Without a mail server nothing was sent, and the message
 * says so.
 */
export const sentWords = (thing: string, sent: 'enviado' | 'enviada' | 'reenviado'): string => {
  if (school.sendsMail) return `${thing} ${sent}`;
  return sent === 'enviada' ? `${thing} guardada, não enviada` : `${thing} guardado, não enviado`;
};

/** The sentence below such a message. */
export const sentNote = (whenSent?: string): string | undefined =>
  school.sendsMail ? whenSent : 'O e-mail da escola ainda não está ligado. A carta espera em Sistema.';
