import { Link } from 'wouter';
import { formatDay } from '../lib/calendar-day.ts';
import { paths } from '../lib/paths.ts';
import { useUser } from '../lib/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { HelpLinks } from '../ui/help-links.tsx';
import { Page } from '../ui/page.tsx';

export default function AccessEndedScreen({ endsOn }: { endsOn: string | null }) {
  const { username } = useUser();
  return (
    <Page width="form">
      <Card>
        <EmptyState
          headingLevel={1}
          title={endsOn ? `Seu acesso terminou em ${formatDay(endsOn)}` : 'Seu acesso às aulas está fechado'}
          text="Seu histórico, suas anotações e seus certificados continuam aqui."
          action={
            <Link href={paths.myPurchase} className={buttonClass()}>
              Renovar acesso
            </Link>
          }
        />
        <HelpLinks about={{ username }} className="justify-center" />
      </Card>
    </Page>
  );
}
