import { useQuery } from '@tanstack/react-query';
import { myOrdersQuery } from '#web/features/money/payments/purchase/purchase.queries.ts';
import type { Closed } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { HelpLinks } from '#web/ui/help-links.tsx';
import { Page } from '#web/ui/page.tsx';

function wordsOf(why: Closed): { title: string; text: string; action: string } {
  if (why === 'not_bought') {
    return {
      title: 'Este conteúdo não faz parte da sua compra',
      text: 'Em Minha compra você vê o que ela abre e o que mais pode comprar.',
      action: 'Ver minha compra',
    };
  }
  return {
    title: why.endsOn ? `Seu acesso terminou em ${formatDay(why.endsOn)}` : 'Seu acesso às aulas está fechado',
    text: 'Seu histórico, suas anotações e seus certificados continuam aqui.',
    action: 'Renovar acesso',
  };
}

export default function AccessEndedScreen({ why }: { why: Closed }) {
  const { username } = useUser();
  const { title, text, action } = wordsOf(why);
  // Included in a support message: which purchase it is about.
  const code = useQuery(myOrdersQuery).data?.[0]?.paymentCode;
  return (
    <Page width="form">
      <Card>
        <EmptyState
          headingLevel={1}
          title={title}
          text={text}
          action={<ButtonLink href={paths.myPurchase}>{action}</ButtonLink>}
        />
        <HelpLinks about={{ code, username }} className="justify-center" />
      </Card>
    </Page>
  );
}
