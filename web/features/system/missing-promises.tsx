import { useQuery } from '@tanstack/react-query';
import type { LandingPromise } from '../../../contract/promises.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { promisesQuery, useHidePromise } from './promises.queries.ts';

const words: Record<LandingPromise, { title: string; text: string; hide: string }> = {
  card: {
    title: 'A página de vendas promete cartão em até 12 vezes',
    text: 'A plataforma só recebe por PIX. Sem esta linha, ela deixa de falar em cartão e em parcelas.',
    hide: 'Esconder o cartão',
  },
  slip: {
    title: 'A página de vendas promete boleto',
    text: 'A plataforma só recebe por PIX. Sem esta linha, ela deixa de falar em boleto.',
    hide: 'Esconder o boleto',
  },
  whatsapp: {
    title: 'A página de vendas promete atendimento por WhatsApp',
    text: 'A escola não tem um número cadastrado. Cadastre-o em Configurações, ou esconda as linhas que falam dele.',
    hide: 'Esconder o WhatsApp',
  },
};

/** What the landing page tells of and the school does not have. Where it cannot be read, nothing is claimed. */
export default function MissingPromises() {
  const missing = useQuery(promisesQuery).data?.filter(({ isKept, isHidden }) => !isKept && !isHidden) ?? [];
  const hide = useHidePromise();
  if (missing.length === 0) return null;
  return (
    <div className="grid gap-3">
      {missing.map(({ promise }) => (
        <Notice
          key={promise}
          tone="sun"
          title={words[promise].title}
          action={
            <Button
              variant="line"
              size="sm"
              disabled={hide.isPending}
              onClick={() => hide.mutate({ promise, isHidden: true })}
            >
              {words[promise].hide}
            </Button>
          }
        >
          {words[promise].text}
        </Notice>
      ))}
    </div>
  );
}
