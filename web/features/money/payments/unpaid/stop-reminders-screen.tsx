import { useState } from 'react';
import { textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PaymentLayout } from '../payment-layout.tsx';
import { useStopReminders } from './unpaid.queries.ts';

/** The fragment carries the token: no server log and no referrer shows it. */
const tokenOf = () => new URLSearchParams(location.hash.slice(1)).get('t') ?? '';

/** The page does nothing until the press, because programs that check mails open links, too. */
export default function StopRemindersScreen() {
  const stop = useStopReminders();
  // Set by the press: the server renders this page without an address.
  const [isBroken, setBroken] = useState(false);
  const press = () => {
    const token = tokenOf();
    if (token) stop.mutate(token);
    else setBroken(true);
  };
  return (
    <PaymentLayout>
      <h1 className="mb-4 text-2xl md:text-3xl">Lembretes de pagamento</h1>
      {stop.isSuccess ? (
        <Notice tone="ok" role="status">
          Pronto: você não recebe mais lembretes de pagamento. Seu pedido continua como está.
        </Notice>
      ) : (
        <div className="grid max-w-lg gap-4">
          <p>Seu pedido não muda. Só os e-mails que lembram do pagamento param.</p>
          {(isBroken || stop.isError) && (
            <Notice tone="bad" role="alert">
              {stop.isError ? textOf(stop.error) : 'Este link está incompleto. Abra de novo o link do e-mail.'}
            </Notice>
          )}
          <Button size="lg" className="justify-self-start" busy={stop.isPending} busyLabel="Parando..." onClick={press}>
            Não quero mais lembretes
          </Button>
        </div>
      )}
    </PaymentLayout>
  );
}
