import { ButtonLink } from '#web/ui/button-link.tsx';
import { paths } from './lib/paths.ts';
import { EmptyState } from './ui/empty-state.tsx';
import { NoPageIllustration } from './ui/illustrations/no-page.tsx';
import { Page } from './ui/page.tsx';

export default function NotFoundScreen() {
  return (
    <Page width="form">
      <EmptyState
        className="py-12"
        illustration={<NoPageIllustration />}
        title="404 Page Not Found"
        text="Esta página não existe ou mudou de endereço."
        headingLevel={1}
        action={<ButtonLink href={paths.home}>Voltar ao início</ButtonLink>}
      />
    </Page>
  );
}
