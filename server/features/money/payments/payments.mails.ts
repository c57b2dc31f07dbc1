import { screens } from '#contract/screens.ts';
import { TIME_ZONE, writtenDay } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { findReservation } from '#server/features/money/coupons/reservations.service.ts';
import { pageAddress } from '#server/mail/address.ts';
import type { Letter } from '#server/mail/letter.ts';
import { examplePerson, type MailKind } from '#server/mail/mail-kind.ts';
import { pixCodeOf } from '#server/pix/pix.ts';
import { findDecision } from './decisions.store.ts';
import { linkKeyOf } from './payment-link.ts';
import { findLetterData } from './payments.store.ts';
import { findRefund } from './refunds.store.ts';

const moment = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' });
const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

type Order = NonNullable<Awaited<ReturnType<typeof findLetterData>>>;
/** The facts of the order, with the address of its payment page. */
type Facts = Omit<Order, 'status'> & { paymentPage: string };

/** Until when the amount with a limited coupon holds; null: there is none. */
type Reserved = { reservedUntil: Date | null };

type OrderMail<Data, More> = {
  when: string;
  /** What more it tells of; null: no reason left to send it. */
  more(data: Data, order: Order): Promise<More | null> | More | null;
  write(facts: Facts & More): Omit<Letter, 'greeting'>;
  examples: readonly [More, ...More[]];
};

/** The e-mails of this feature, one per transition, written when they are sent. */
export function definePaymentMails(deps: Deps): void {
  const { db, config, mail } = deps;
  const example: Facts = {
    ...examplePerson,
    userStatus: 'active',
    paymentCode: '7K2M9QXH4TBD0V3N',
    amount: 29_700,
    paymentPage: pageAddress(config, screens.payment),
  };

  /** A student who was removed meanwhile gets none. */
  const define = <Data extends { paymentId: number }, More extends object>(
    kind: string,
    { when, more, write, examples: [first, ...others] }: OrderMail<Data, More>,
  ) => {
    const orderMail: MailKind<Data, Facts & More> = {
      group: 'payment',
      when,
      async find(data) {
        const order = await findLetterData(db, data.paymentId);
        const found = order && (await more(data, order));
        if (!found) return null;
        // Code and key travel in the fragment: they reach no server log and no referrer.
        const paymentPage = pageAddress(
          config,
          `${screens.payment}#c=${order.paymentCode}&k=${linkKeyOf(deps, order)}`,
        );
        return { to: order.email, facts: { ...order, ...found, paymentPage } };
      },
      write: (facts) => ({ ...write(facts), greeting: `Olá, ${facts.firstName}!` }),
      examples: [{ ...example, ...first }, ...others.map((one) => ({ ...example, ...one }))],
    };
    mail.define(kind, orderMail);
  };
  const always = () => ({});
  const told = <Told extends object>(data: Told) => data;

  const purchase = { label: 'Ver minha compra', url: pageAddress(config, screens.myPurchase) };
  // A provider confirms payments: no proof is needed.
  const isAutomatic = config.pixProvider !== undefined;
  const thenProof = isAutomatic ? '. A confirmação é automática.' : ' e envie o comprovante.';
  const reservation = async ({ paymentId }: { paymentId: number }): Promise<Reserved> => ({
    reservedUntil: (await findReservation(deps, db, paymentId))?.until ?? null,
  });
  const reservedLine = ({ reservedUntil }: Reserved) =>
    reservedUntil === null
      ? []
      : [`O desconto do cupom está reservado até ${moment.format(reservedUntil)}. Depois vale o preço do dia.`];
  const codeLine = ({ paymentCode }: Facts) => `Código do pagamento: ${paymentCode}.`;

  define<{ paymentId: number }, Reserved>('payment_opened', {
    when: 'Depois do cadastro de um aluno.',
    more: reservation,
    write: (facts) => ({
      subject: 'Recebemos seu cadastro: falta o pagamento',
      paragraphs: [
        `Seu cadastro está feito. Para liberar seu acesso, pague ${brl.format(facts.amount / 100)} pelo PIX${thenProof}`,
        ...reservedLine(facts),
        `${codeLine(facts)} Guarde este código para consultas futuras.`,
      ],
      action: {
        label: isAutomatic ? 'Ver o código PIX' : 'Ver o código PIX e enviar o comprovante',
        url: facts.paymentPage,
      },
      footnote: isAutomatic
        ? 'Já pagou? Então está tudo certo: o acesso abre sozinho.'
        : 'Já pagou e enviou o comprovante? Então está tudo certo, aguarde a análise.',
    }),
    examples: [{ reservedUntil: null }, { reservedUntil: new Date('2026-11-18T12:00:00Z') }],
  });

  define<{ paymentId: number; withProof: boolean }, { withProof: boolean }>('payment_received', {
    when: 'Quando chega um comprovante, ou o aviso de que foi pago.',
    more: told,
    write: ({ withProof, ...facts }) => ({
      subject: withProof ? 'Recebemos seu comprovante' : 'Recebemos o aviso do seu pagamento',
      paragraphs: [
        withProof
          ? 'Seu comprovante chegou e está em análise.'
          : 'Seu aviso de pagamento chegou e está em análise. Se puder, envie também o comprovante: a liberação fica mais rápida.',
        'A análise leva até 24 horas úteis. Você recebe um e-mail assim que seu acesso for liberado.',
        codeLine(facts),
      ],
      action: { label: 'Acompanhar o pagamento', url: facts.paymentPage },
    }),
    examples: [{ withProof: true }, { withProof: false }],
  });

  define<{ paymentId: number; decisionId: number }, object>('payment_approved', {
    when: 'Quando o pagamento é aprovado.',
    // Dropped when the approval was taken back while the mail waited.
    more: async ({ decisionId }, { userStatus }) =>
      userStatus !== 'active' || (await findDecision(db, decisionId))?.takenBackAt ? null : {},
    write: ({ username }) => ({
      subject: 'Pagamento aprovado: seu acesso está liberado',
      paragraphs: [
        `Seu pagamento foi aprovado. Entre com seu usuário (${username}) ou seu e-mail e sua senha e comece a estudar.`,
      ],
      action: { label: 'Entrar', url: pageAddress(config, screens.login) },
    }),
    examples: [{}],
  });

  define<{ paymentId: number; decisionId: number }, { reason: string }>('payment_rejected', {
    when: 'Quando o pagamento é recusado.',
    more: async ({ decisionId }) => ({ reason: (await findDecision(db, decisionId))?.reason ?? 'não informado' }),
    write: ({ reason, ...facts }) => ({
      subject: 'Não conseguimos aprovar seu pagamento',
      paragraphs: [
        `Seu pagamento foi recusado. Motivo: ${reason}`,
        'Seu cadastro continua guardado. Você pode enviar outro comprovante com o mesmo código.',
        codeLine(facts),
      ],
      action: { label: 'Tentar novamente', url: facts.paymentPage },
    }),
    examples: [{ reason: 'O comprovante está cortado e não mostra o valor.' }],
  });

  define<{ paymentId: number }, Reserved>('order_opened', {
    when: 'Quando um aluno começa uma renovação.',
    more: reservation,
    write: (facts) => ({
      subject: 'Sua renovação: falta o pagamento',
      paragraphs: [
        isAutomatic
          ? `Pague ${brl.format(facts.amount / 100)} pelo PIX em Minha compra. A confirmação é automática.`
          : `Pague ${brl.format(facts.amount / 100)} pelo PIX e envie o comprovante em Minha compra.`,
        ...reservedLine(facts),
        codeLine(facts),
      ],
      action: {
        label: isAutomatic ? 'Ver o código PIX' : 'Ver o código PIX e enviar o comprovante',
        url: purchase.url,
      },
    }),
    examples: [{ reservedUntil: null }],
  });

  define('enrolled_by_hand', {
    when: 'Quando a escola matricula um aluno novo, à mão ou por planilha.',
    more: always,
    write: ({ email }) => ({
      subject: 'Sua matrícula está feita',
      paragraphs: [
        'Fizemos sua matrícula. Para entrar, escolha primeiro uma senha: informe este e-mail na página abaixo e abra o link que enviarmos.',
        `Depois, entre com seu e-mail (${email}) e a senha que você escolheu.`,
      ],
      action: { label: 'Escolher minha senha', url: pageAddress(config, screens.forgotPassword) },
    }),
    examples: [{}],
  });

  define<{ paymentId: number; dueOn: string }, { dueOn: string }>('refund_requested', {
    when: 'Quando um aluno pede reembolso.',
    more: told,
    write: ({ dueOn, ...facts }) => ({
      subject: 'Recebemos seu pedido de reembolso',
      paragraphs: [
        `Vamos devolver ${brl.format(facts.amount / 100)} até ${writtenDay(dueOn)}. Você não precisa fazer mais nada.`,
        'Seu acesso continua até a devolução. Mudou de ideia? Retire o pedido em Minha compra.',
        codeLine(facts),
      ],
      action: purchase,
    }),
    examples: [{ dueOn: '2026-11-30' }],
  });

  define('refund_withdrawn', {
    when: 'Quando o aluno retira o pedido de reembolso.',
    more: always,
    write: (facts) => ({
      subject: 'Seu pedido de reembolso foi retirado',
      paragraphs: ['Você retirou o pedido de reembolso. Seu acesso continua como antes.', codeLine(facts)],
      action: purchase,
    }),
    examples: [{}],
  });

  define<{ paymentId: number; reason: string }, { reason: string }>('refund_refused', {
    when: 'Quando a escola não aceita o pedido de reembolso.',
    more: told,
    write: ({ reason, ...facts }) => ({
      subject: 'Seu pedido de reembolso não foi aceito',
      paragraphs: [
        `Não vamos devolver o valor desta compra. Motivo: ${reason}`,
        'Seu acesso continua como antes. Não concorda? Responda a esta mensagem ou fale com o suporte.',
        codeLine(facts),
      ],
      action: purchase,
    }),
    examples: [{ reason: 'O prazo de garantia terminou em 01/11/2026.' }],
  });

  define<{ paymentId: number }, { returned: number; paidOn: string; endToEndId: string | null }>('payment_refunded', {
    when: 'Quando o valor é devolvido.',
    async more({ paymentId }) {
      const refund = await findRefund(db, paymentId);
      if (!refund?.amount || !refund.paidOn) return null;
      return { returned: refund.amount, paidOn: refund.paidOn, endToEndId: refund.endToEndId };
    },
    write: ({ returned, paidOn, endToEndId, ...facts }) => ({
      subject: 'Seu reembolso foi feito',
      paragraphs: [
        `Devolvemos ${brl.format(returned / 100)} em ${writtenDay(paidOn)}.${endToEndId ? ` Identificação no banco: ${endToEndId}.` : ''}`,
        'O acesso desta compra terminou. Seu histórico, suas anotações e seus certificados continuam na sua conta.',
        codeLine(facts),
      ],
      action: purchase,
    }),
    examples: [{ returned: 29_700, paidOn: '2026-11-20', endToEndId: 'E00000000202611201200EXEMPLO0001' }],
  });

  define<{ paymentId: number; amount: number }, { returned: number }>('payment_partly_refunded', {
    when: 'Quando uma parte do valor é devolvida.',
    more: async ({ amount }) => ({ returned: amount }),
    write: ({ returned, ...facts }) => ({
      subject: 'Devolvemos uma parte do valor',
      paragraphs: [
        `Devolvemos ${brl.format(returned / 100)} desta compra.`,
        'O acesso continua como antes.',
        codeLine(facts),
      ],
      action: purchase,
    }),
    examples: [{ returned: 5_000 }],
  });

  define<{ paymentId: number; rest: number }, { rest: number; pixCode: string }>('payment_rest_due', {
    when: 'Quando entrou menos que o preço e a escola cobra o resto.',
    more: ({ rest }, { paymentCode }) => ({
      rest,
      pixCode: pixCodeOf(deps.school.now.pix, { paymentCode, amount: rest }),
    }),
    write: ({ rest, pixCode, ...facts }) => ({
      subject: 'Falta uma parte do seu pagamento',
      paragraphs: [
        `Recebemos menos que o preço da sua compra. Faltam ${brl.format(rest / 100)}.`,
        `Pague com este PIX copia e cola: ${pixCode}`,
        'Se você já pagou, responda a esta mensagem com o comprovante.',
        codeLine(facts),
      ],
      action: purchase,
    }),
    examples: [{ rest: 40_000, pixCode: '00020101021226580014br.gov.bcb.pix' }],
  });

  define<{ paymentId: number; reason: string | null }, { reason: string | null }>('approval_taken_back', {
    when: 'Quando uma aprovação é desfeita.',
    more: told,
    write: ({ reason, ...facts }) => ({
      subject: 'Seu pagamento voltou para análise',
      paragraphs: [
        `Precisamos conferir seu pagamento de novo, e até lá o acesso desta compra fica fechado.${reason ? ` Motivo: ${reason}` : ''}`,
        'Você recebe um e-mail assim que terminarmos. Dúvidas? Responda a esta mensagem ou fale com o suporte.',
        codeLine(facts),
      ],
      action: { label: 'Acompanhar o pagamento', url: facts.paymentPage },
    }),
    examples: [{ reason: 'O valor não entrou na conta.' }],
  });
}

/** 15/11/2026 */
