import { Link } from 'wouter';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

export default function NotFoundScreen() {
  return (
    <Page width="form">
      <PageHeader title="404 Page Not Found" subtitle="Esta página não existe ou mudou de endereço." />
      <Link href={paths.home} className={buttonClass()}>
        Voltar ao início
      </Link>
    </Page>
  );
}
