import type { EndedSession } from '#web/lib/ended-session.ts';
import { HelpLinks } from '#web/ui/help-links.tsx';
import { Notice } from '#web/ui/notice.tsx';

type Words = { title?: string; text: string };

const words: Record<EndedSession['because'], Words> = {
  left: { text: 'Sua conta saiu em outra aba deste navegador.' },
  ended: { text: 'Sua sessão terminou.' },
  everywhere: { text: 'Você saiu de todos os aparelhos.' },
  device: { text: 'Este aparelho foi desconectado na página Segurança da sua conta.' },
  password_changed: { text: 'Sua senha foi trocada: entre com a nova.' },
  payment_review: { text: 'Seu pagamento voltou para análise. Avisamos por e-mail assim que terminarmos.' },
  password_removed: { text: 'A senha da sua conta foi removida: entre com uma chave de acesso.' },
  disowned: { text: 'A conta foi protegida por um aviso de “Não fui eu”: entre com a senha nova.' },
  second_factor: { text: 'Sua função na escola pede um segundo fator: você o configura ao entrar.' },
  // These accounts cannot log in, so there is no hint about returning to the page.
  blocked: { title: 'Sua conta foi bloqueada', text: 'Fale com o suporte.' },
  deleted: { title: 'Sua conta foi excluída', text: 'Se isso foi um engano, fale com o suporte.' },
};

/** On the login screen: why a session has ended and the user must log in again. */
export default function EndedNotice({ because, from }: EndedSession) {
  // A newer server may know of a reason that this page does not.
  const { title, text } = words[because] ?? words.ended;
  return (
    <Notice tone={title ? 'bad' : 'info'} title={title ?? 'Você precisa entrar de novo'} className="mb-5">
      {title || !from ? text : `${text} Depois de entrar, você volta para onde estava.`}
      {title && <HelpLinks className="mt-1" />}
    </Notice>
  );
}
