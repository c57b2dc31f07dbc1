import { useQuery } from '@tanstack/react-query';
import type { LandingPromise } from '#contract/school/promises.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { promisesQuery, useHidePromise } from './promises.queries.ts';

const words: Record<LandingPromise, { title: string; text: string; hide: string }> = {
  card: {
    title: 'Cartão em até 12 vezes',
    text: 'A plataforma só recebe por PIX. Sem esta linha, ela deixa de falar em cartão e em parcelas.',
    hide: 'Esconder o cartão',
  },
  slip: {
    title: 'Boleto',
    text: 'A plataforma só recebe por PIX. Sem esta linha, ela deixa de falar em boleto.',
    hide: 'Esconder o boleto',
  },
  whatsapp: {
    title: 'Atendimento por WhatsApp',
    text: 'A escola não tem um número cadastrado. Cadastre-o em Configurações, ou esconda as linhas que falam dele.',
    hide: 'Esconder o WhatsApp',
  },
};

/** Claims of the landing page that the school does not fulfil. Renders nothing if they cannot be read. */
export default function MissingPromises() {
  const missing = useQuery(promisesQuery).data?.filter(({ isKept, isHidden }) => !isKept && !isHidden) ?? [];
  const hide = useHidePromise();
  if (missing.length === 0) return null;
  return (
    <Card title="Promessas da página de vendas" aside={`${missing.length} a resolver`}>
      <ul className="divide-y divide-line">
        {missing.map(({ promise }) => (
          <li key={promise} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
            <div className="min-w-0 grow basis-60">
              <p className="font-strong">{words[promise].title}</p>
              <p className="text-ink-soft text-sm">{words[promise].text}</p>
            </div>
            <Button
              variant="line"
              size="sm"
              disabled={hide.isPending}
              onClick={() => hide.mutate({ promise, isHidden: true })}
            >
              {words[promise].hide}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
