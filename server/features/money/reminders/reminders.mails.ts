import { screens } from '#contract/screens.ts';
import type { Deps } from '#server/deps.ts';
import { openCharge } from '#server/features/money/charges/charges.service.ts';
import { linkKeyOf } from '#server/features/money/payments/payment-link.ts';
import { findCurrent, viewFor } from '#server/features/money/payments/payments.service.ts';
import { pageAddress } from '#server/mail/address.ts';
import { examplePerson } from '#server/mail/mail-kind.ts';
import { findReminderFacts } from './reminders.store.ts';
import { stopTokenOf } from './stop-token.ts';

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

type Facts = {
  firstName: string;
  paymentCode: string;
  amount: number;
  pixCode: string;
  /** The provider confirms the payment by itself. */
  isConfirmed: boolean;
  paymentPage: string;
  stop: { page: string; call: string };
};

export function defineReminderMails(deps: Deps): void {
  const { config, db, mail } = deps;
  const stopOf = (token: string): Facts['stop'] => ({
    page: pageAddress(config, `${screens.stopReminders}#t=${token}`),
    call: pageAddress(config, `/api/payment-reminders/stop/${token}`),
  });
  const example: Facts = {
    ...examplePerson,
    paymentCode: '7K2M9QXH4TBD0V3N',
    amount: 29_700,
    pixCode: '00020126...',
    isConfirmed: true,
    paymentPage: pageAddress(config, screens.payment),
    stop: stopOf('1.exemplo'),
  };
  mail.define<{ paymentId: number }, Facts>('order_reminder', {
    group: 'payment',
    when: 'Horas e dias depois de um pedido que não foi pago, como em Configurações → Vendas.',
    async find({ paymentId }) {
      const facts = await findReminderFacts(db, paymentId);
      if (!facts) return null;
      const { paymentCode, email, firstName, userStatus } = facts;
      // A fresh charge where a provider makes them; the payment code stays the same.
      const { charge } = await openCharge(deps, paymentCode);
      const nobody = { user: null, grant: null };
      const { amount, pixCode } = await viewFor(deps, await findCurrent(deps, paymentCode, nobody), nobody);
      // Who may log in pays on the page of the own purchase. Code and key travel in the fragment, which no log shows.
      const path =
        userStatus === 'active'
          ? screens.myPurchase
          : `${screens.payment}#c=${paymentCode}&k=${linkKeyOf(deps, { paymentCode, email })}`;
      return {
        to: email,
        facts: {
          firstName,
          paymentCode,
          amount,
          pixCode: charge?.pixCode ?? pixCode,
          isConfirmed: charge !== null,
          paymentPage: pageAddress(config, path),
          stop: stopOf(stopTokenOf(deps, paymentId)),
        },
      };
    },
    write: ({ firstName, paymentCode, amount, pixCode, isConfirmed, paymentPage, stop }) => ({
      subject: 'Seu pedido espera o pagamento',
      greeting: `Olá, ${firstName}!`,
      paragraphs: [
        `Seu PIX de ${brl.format(amount / 100)} ainda não foi pago. Copie o código abaixo no app do seu banco, ou abra a página do pagamento.`,
        pixCode,
        isConfirmed ? 'A confirmação é automática.' : 'Depois de pagar, envie o comprovante na mesma página.',
        `Código do pagamento: ${paymentCode}. Ele continua o mesmo.`,
      ],
      action: { label: 'Pagar agora', url: paymentPage },
      otherwise: { label: 'Não quero mais lembretes', url: stop.page },
      footnote: 'Já pagou? Então está tudo certo: os lembretes param sozinhos quando o pagamento é aprovado.',
      unsubscribe: stop.call,
    }),
    examples: [example, { ...example, isConfirmed: false }],
  });
}
