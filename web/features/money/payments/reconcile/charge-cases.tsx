import { useInfiniteQuery } from '@tanstack/react-query';
import type { CaseKind, ChargeCase } from '#contract/money/charges.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { PaymentCode } from '../payment-code.tsx';
import { casesQuery, useCloseCase } from './reconcile.queries.ts';

const words: Record<CaseKind, { title: string; what: string }> = {
  underpaid: { title: 'A menos', what: 'Entrou menos que o preço, e o acesso está aberto.' },
  paid_twice: { title: 'Em dobro', what: 'O pedido foi pago mais de uma vez: a escola guarda o dobro do preço.' },
  chargeback: {
    title: 'Contestação',
    what: 'Quem pagou, ou o banco de quem pagou, pediu o dinheiro de volta. Responda no site do provedor.',
  },
  wrong_amount: { title: 'Valor diferente', what: 'O provedor recebeu menos que o pedido: nada foi aprovado.' },
  overpaid: { title: 'Pago a mais', what: 'Chegou mais que o valor do pedido. Devolva a diferença.' },
  order_closed: {
    title: 'Pedido encerrado',
    what: 'Chegou dinheiro para um pedido recusado, cancelado ou reembolsado.',
  },
  returned: { title: 'Devolvido no banco', what: 'O valor foi devolvido, mas o pedido foi aprovado à mão.' },
  wrong_key: { title: 'Outra chave PIX', what: 'A cobrança foi paga em uma chave que não é a da escola.' },
  unknown_charge: { title: 'Cobrança desconhecida', what: 'O provedor avisou de uma cobrança que não é daqui.' },
  return_failed: {
    title: 'Devolução não feita',
    what: 'O provedor não devolveu o valor, e o aluno continua com acesso. Boletos e parte de um parcelado ele não devolve: faça pelo banco e registre em Reembolsos. Nos outros casos, tente de novo.',
  },
  partly_returned: {
    title: 'Devolvido em parte no banco',
    what: 'Uma parte do valor foi devolvida fora daqui. Ela está registrada, e o aluno continua com acesso.',
  },
  missing_at_provider: {
    title: 'Cobrança não encontrada no provedor',
    what: 'O aluno recebeu o código PIX, e o provedor diz que não conhece a cobrança. Confira no extrato se ela foi paga.',
  },
  refused: { title: 'Cobrança recusada', what: 'O provedor não aceitou criar a cobrança deste pedido.' },
};

/** What a provider told and what no rule decides. */
export function ChargeCases() {
  const found = useInfiniteQuery(casesQuery);
  const close = useCloseCase();
  const all = found.data?.pages.flatMap(({ items }) => items) ?? [];
  if (all.length === 0) return null;
  return (
    <Card title="Avisos do provedor de pagamento" className="mb-6">
      <ul className="grid gap-3">
        {all.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-start justify-between gap-3 border-line border-b pb-3 last:border-0 last:pb-0"
          >
            <Case found={one} />
            <Button
              size="sm"
              variant="line"
              busy={close.isPending && close.variables === one.id}
              aria-label={`Resolvido: ${words[one.kind].title}, ${one.order?.name ?? one.txid}`}
              onClick={() => close.mutate(one.id)}
            >
              Resolvido
            </Button>
          </li>
        ))}
      </ul>
      <ShowMore pages={found} place="card" size="sm" />
    </Card>
  );
}

function Case({ found: { kind, order, held, amount, createdAt, txid } }: { found: ChargeCase }) {
  const { title, what } = words[kind];
  return (
    <div className="min-w-0 text-sm">
      <p className="font-strong">
        {title}
        {order && ` · ${order.name ?? 'Aluno removido'}`}
      </p>
      <p>{what}</p>
      <p className="break-all text-ink-soft tabular-nums">
        {formatDateTime(createdAt)}
        {held !== null && amount !== null && ` · no provedor ${formatMoney(held)}, pedido ${formatMoney(amount)}`}
        {' · '}
        {order ? <PaymentCode code={order.paymentCode} /> : txid}
      </p>
    </div>
  );
}
