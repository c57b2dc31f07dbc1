import { screens } from '../../../contract/screens.ts';
import type { Deps } from '../../deps.ts';
import { pageAddress } from '../../mail/address.ts';
import type { Letter } from '../../mail/letter.ts';
import { linkKeyOf } from './payment-link.ts';
import { findDecision, findLetterData } from './payments.store.ts';
import { findRefund } from './refunds.store.ts';

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

type Facts = NonNullable<Awaited<ReturnType<typeof findLetterData>>>;

/** The e-mails of this feature, one per transition, written when they are sent. */
export function definePaymentMails(deps: Deps): void {
  const { db, config, mail } = deps;

  /** A student who was removed meanwhile gets none. */
  const define = <D extends { paymentId: number }>(
    kind: string,
    write: (facts: Facts, data: D) => Promise<Omit<Letter, 'greeting'> | null>,
  ) =>
    mail.define<D>(kind, async (data) => {
      const facts = await findLetterData(db, data.paymentId);
      const letter = facts && (await write(facts, data));
      return letter ? { to: facts.email, letter: { ...letter, greeting: `Olá, ${facts.firstName}!` } } : null;
    });

  // Code and key travel in the fragment: they reach no server log and no referrer.
  const paymentPage = (facts: Facts) =>
    pageAddress(config, `${screens.payment}#c=${facts.paymentCode}&k=${linkKeyOf(deps, facts)}`);

  define('payment_opened', async (facts) => ({
    subject: 'Recebemos seu cadastro: falta o pagamento',
    paragraphs: [
      `Seu cadastro está feito. Para liberar seu acesso, pague ${brl.format(facts.amount / 100)} pelo PIX e envie o comprovante.`,
      `Código do pagamento: ${facts.paymentCode}. Guarde este código para consultas futuras.`,
    ],
    action: { label: 'Ver o código PIX e enviar o comprovante', url: paymentPage(facts) },
    footnote: 'Já pagou e enviou o comprovante? Então está tudo certo, aguarde a análise.',
  }));

  define<{ paymentId: number; withProof: boolean }>('payment_received', async (facts, { withProof }) => ({
    subject: withProof ? 'Recebemos seu comprovante' : 'Recebemos o aviso do seu pagamento',
    paragraphs: [
      withProof
        ? 'Seu comprovante chegou e está em análise.'
        : 'Seu aviso de pagamento chegou e está em análise. Se puder, envie também o comprovante: a liberação fica mais rápida.',
      'A análise leva até 24 horas úteis. Você recebe um e-mail assim que seu acesso for liberado.',
      `Código do pagamento: ${facts.paymentCode}.`,
    ],
    action: { label: 'Acompanhar o pagamento', url: paymentPage(facts) },
  }));

  // Dropped when the approval was taken back while the mail waited.
  define<{ paymentId: number; decisionId: number }>('payment_approved', async (facts, { decisionId }) =>
    facts.userStatus !== 'active' || (await findDecision(db, decisionId))?.takenBackAt
      ? null
      : {
          subject: 'Pagamento aprovado: seu acesso está liberado',
          paragraphs: [
            `Seu pagamento foi aprovado. Entre com seu usuário (${facts.username}) ou seu e-mail e sua senha e comece a estudar.`,
          ],
          action: { label: 'Entrar', url: pageAddress(config, screens.login) },
        },
  );

  define<{ paymentId: number; decisionId: number }>('payment_rejected', async (facts, { decisionId }) => ({
    subject: 'Não conseguimos aprovar seu pagamento',
    paragraphs: [
      `Seu pagamento foi recusado. Motivo: ${(await findDecision(db, decisionId))?.reason ?? 'não informado'}`,
      'Seu cadastro continua guardado. Você pode enviar outro comprovante com o mesmo código.',
      `Código do pagamento: ${facts.paymentCode}.`,
    ],
    action: { label: 'Tentar novamente', url: paymentPage(facts) },
  }));
  define('order_opened', async (facts) => ({
    subject: 'Sua renovação: falta o pagamento',
    paragraphs: [
      `Pague ${brl.format(facts.amount / 100)} pelo PIX e envie o comprovante em Minha compra.`,
      `Código do pagamento: ${facts.paymentCode}.`,
    ],
    action: { label: 'Ver o código PIX e enviar o comprovante', url: pageAddress(config, screens.myPurchase) },
  }));

  define('enrolled_by_hand', async (facts) => ({
    subject: 'Sua matrícula está feita',
    paragraphs: [
      'Fizemos sua matrícula. Para entrar, escolha primeiro uma senha: informe este e-mail na página abaixo e abra o link que enviarmos.',
      `Depois, entre com seu e-mail (${facts.email}) e a senha que você escolheu.`,
    ],
    action: { label: 'Escolher minha senha', url: pageAddress(config, screens.forgotPassword) },
  }));

  const purchase = { label: 'Ver minha compra', url: pageAddress(config, screens.myPurchase) };
  const codeLine = (facts: Facts) => `Código do pagamento: ${facts.paymentCode}.`;

  define<{ paymentId: number; dueOn: string }>('refund_requested', async (facts, { dueOn }) => ({
    subject: 'Recebemos seu pedido de reembolso',
    paragraphs: [
      `Vamos devolver ${brl.format(facts.amount / 100)} até ${spoken(dueOn)}. Você não precisa fazer mais nada.`,
      'Seu acesso continua até a devolução. Mudou de ideia? Retire o pedido em Minha compra.',
      codeLine(facts),
    ],
    action: purchase,
  }));

  define('refund_withdrawn', async (facts) => ({
    subject: 'Seu pedido de reembolso foi retirado',
    paragraphs: ['Você retirou o pedido de reembolso. Seu acesso continua como antes.', codeLine(facts)],
    action: purchase,
  }));

  define<{ paymentId: number; reason: string }>('refund_refused', async (facts, { reason }) => ({
    subject: 'Seu pedido de reembolso não foi aceito',
    paragraphs: [
      `Não vamos devolver o valor desta compra. Motivo: ${reason}`,
      'Seu acesso continua como antes. Não concorda? Responda a esta mensagem ou fale com o suporte.',
      codeLine(facts),
    ],
    action: purchase,
  }));

  define('payment_refunded', async (facts, { paymentId }) => {
    const refund = await findRefund(db, paymentId);
    if (!refund?.amount || !refund.paidOn) return null;
    const transfer = refund.endToEndId ? ` Identificação no banco: ${refund.endToEndId}.` : '';
    return {
      subject: 'Seu reembolso foi feito',
      paragraphs: [
        `Devolvemos ${brl.format(refund.amount / 100)} em ${spoken(refund.paidOn)}.${transfer}`,
        'O acesso desta compra terminou. Seu histórico, suas anotações e seus certificados continuam na sua conta.',
        codeLine(facts),
      ],
      action: purchase,
    };
  });

  define<{ paymentId: number; reason: string | null }>('approval_taken_back', async (facts, { reason }) => ({
    subject: 'Seu pagamento voltou para análise',
    paragraphs: [
      `Precisamos conferir seu pagamento de novo, e até lá o acesso desta compra fica fechado.${reason ? ` Motivo: ${reason}` : ''}`,
      'Você recebe um e-mail assim que terminarmos. Dúvidas? Responda a esta mensagem ou fale com o suporte.',
      codeLine(facts),
    ],
    action: { label: 'Acompanhar o pagamento', url: paymentPage(facts) },
  }));
}

/** 15/11/2026 */
const spoken = (day: string): string => day.split('-').reverse().join('/');
