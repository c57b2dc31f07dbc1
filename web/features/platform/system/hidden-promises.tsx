import { useQuery } from '@tanstack/react-query';
import type { LandingPromise } from '#contract/school/promises.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { promisesQuery, useHidePromise } from './promises.queries.ts';

const names: Record<LandingPromise, string> = {
  card: 'Cartão e parcelas',
  slip: 'Boleto',
  whatsapp: 'Atendimento por WhatsApp',
};

/** Claims that were hidden on the landing page, each with a button to show it again. */
export function HiddenPromises() {
  const hidden = useQuery(promisesQuery).data?.filter(({ isHidden }) => isHidden) ?? [];
  const hide = useHidePromise();
  if (hidden.length === 0) return null;
  return (
    <Card title="Escondido na página de vendas">
      <ul className="grid gap-2">
        {hidden.map(({ promise }) => (
          <li key={promise} className="flex flex-wrap items-center justify-between gap-3">
            {names[promise]}
            <Button
              variant="line"
              size="sm"
              disabled={hide.isPending}
              aria-label={`Mostrar de novo: ${names[promise]}`}
              onClick={() => hide.mutate({ promise, isHidden: false })}
            >
              Mostrar de novo
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
