import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { greetingName, isAdmin, isAuthor, useUser } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';

/** The way in, until the dashboards take this place. */
export default function HomeScreen() {
  const user = useUser();
  return (
    <Page>
      <PageHeader title={`Olá, ${greetingName(user)}!`} subtitle="O que você quer fazer agora?" />
      <div className="flex flex-wrap gap-3">
        <Link href={paths.study} className={buttonClass({ variant: 'next' })}>
          Estudar
        </Link>
        {isAuthor(user) && (
          <Link href={paths.publish} className={buttonClass({ variant: 'line' })}>
            Publicar aula
          </Link>
        )}
        {isAdmin(user) && (
          <Link href={paths.adminUsers} className={buttonClass({ variant: 'line' })}>
            Usuários
          </Link>
        )}
      </div>
    </Page>
  );
}
