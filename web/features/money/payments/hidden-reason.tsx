import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';

/** The code alone, which others may know, does not open it: password or mailbox do. */
export function HiddenReason() {
  return (
    <>
      <Link href={paths.login} className="underline underline-offset-4">
        Entre
      </Link>{' '}
      ou abra o link do e-mail para ver o motivo.
    </>
  );
}
