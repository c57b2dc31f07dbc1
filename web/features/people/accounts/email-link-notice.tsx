import { useQuery } from '@tanstack/react-query';
import { Notice } from '#web/ui/notice.tsx';
import { emailLinkQuery } from './accounts.queries.ts';

type EmailLinkNoticeProps = { token: string };

/**
 * On the login page, after a click on the link of a confirmation e-mail: shows what the link will do, or that it is
 * invalid.
 */
export default function EmailLinkNotice({ token }: EmailLinkNoticeProps) {
  const link = useQuery(emailLinkQuery(token));
  if (!link.data) return null;
  return link.data.usable ? (
    <Notice tone="info" role="status" className="mb-5">
      Entre para confirmar seu novo e-mail.
    </Notice>
  ) : (
    <Notice tone="bad" role="alert" title="Este link não funciona mais" className="mb-5">
      Ele já foi usado ou venceu: cada link funciona uma vez, por uma hora. Se o e-mail ainda não foi trocado, entre e
      peça outro link em Configurações.
    </Notice>
  );
}
