import { school } from '../../lib/school.ts';

/** An e-mail to the school that says which payment it is about. */
export function supportAddress(code: string | undefined): string {
  const subject = encodeURIComponent(code ? `Ajuda com o pagamento ${code}` : 'Ajuda com o pagamento');
  return `mailto:${school.supportEmail}?subject=${subject}`;
}
