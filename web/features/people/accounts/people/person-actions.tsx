import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { BLOCK_REASON_MAX, type Person } from '#contract/people/people.ts';
import { SeatChoice } from '#web/features/money/payments/seat-choice.tsx';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import {
  offerChoicesQuery,
  useBlockReason,
  useChangeEmail,
  useEndAccess,
  useGiveAccess,
  useSendPasswordLink,
} from './people.queries.ts';

type Asking = 'email' | 'give' | 'end' | null;

/** What the office does for one person, besides letting in and keeping out. */
export function PersonActions({ person }: { person: Person }) {
  const self = useUser();
  const [asking, setAsking] = useState<Asking>(null);
  const sendLink = useSendPasswordLink(person.id);
  const close = () => setAsking(null);
  const isStudent = person.role === 'student';
  return (
    <Card title="O que fazer">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="line"
          size="sm"
          busy={sendLink.isPending}
          busyLabel="Enviando..."
          onClick={() => sendLink.mutate(undefined)}
        >
          Enviar link de senha
        </Button>
        {isAdmin(self) && (
          <Button variant="line" size="sm" onClick={() => setAsking('email')}>
            Mudar e-mail
          </Button>
        )}
        {isStudent && person.status !== 'blocked' && (
          <Button variant="line" size="sm" onClick={() => setAsking('give')}>
            Dar acesso
          </Button>
        )}
        {isStudent && person.access.active && (
          <Button variant="line" size="sm" onClick={() => setAsking('end')}>
            Encerrar acesso
          </Button>
        )}
      </div>
      {person.status === 'blocked' && <BlockReason key={person.blockReason} person={person} />}
      <ChangeEmail person={person} open={asking === 'email'} onClose={close} />
      <GiveAccess person={person} open={asking === 'give'} onClose={close} />
      <EndAccess person={person} open={asking === 'end'} onClose={close} />
    </Card>
  );
}

function BlockReason({ person }: { person: Person }) {
  const [reason, setReason] = useState(person.blockReason);
  const save = useBlockReason(person.id);
  return (
    <div className="mt-4 grid gap-2">
      <Field
        label="Motivo do bloqueio"
        optional
        help="A pessoa lê este texto ao tentar entrar, depois de 'Fale com o suporte.'"
      >
        <Textarea
          rows={2}
          maxLength={BLOCK_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Button
        variant="line"
        size="sm"
        className="justify-self-start"
        disabled={reason.trim() === person.blockReason}
        busy={save.isPending}
        busyLabel="Salvando..."
        onClick={() => save.mutate(reason)}
      >
        Salvar motivo
      </Button>
    </div>
  );
}

type AskProps = { person: Person; open: boolean; onClose: () => void };
type FrameProps = AskProps & {
  title: string;
  text: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  children: ReactNode;
};

const Ask = ({ open, onClose, title, text, confirm, busy, onConfirm, children }: FrameProps) => (
  <AlertDialog
    open={open}
    onOpenChange={(next) => !next && onClose()}
    title={title}
    text={text}
    confirmLabel={confirm}
    busy={busy}
    busyLabel="Salvando..."
    onConfirm={onConfirm}
  >
    {children}
  </AlertDialog>
);

function ChangeEmail(props: AskProps) {
  const [email, setEmail] = useState('');
  const change = useChangeEmail(props.person.id);
  return (
    <Ask
      {...props}
      title="Mudar o e-mail"
      text={`Hoje é ${props.person.email}. Os dois endereços são avisados, e links enviados ao antigo deixam de valer.`}
      confirm="Mudar e-mail"
      busy={change.isPending}
      onConfirm={() => email.trim() && change.mutate(email, { onSuccess: props.onClose })}
    >
      <Field label="Novo e-mail">
        <Input
          type="email"
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
    </Ask>
  );
}

function GiveAccess(props: AskProps) {
  const [offerId, setOfferId] = useState('');
  const [note, setNote] = useState('');
  const [takesSeat, setTakesSeat] = useState(false);
  const offers = useQuery({ ...offerChoicesQuery, enabled: props.open }).data ?? [];
  const offer = offers.find(({ id, isDefault }) => (offerId ? String(id) === offerId : isDefault));
  const give = useGiveAccess(props.person.id);
  return (
    <Ask
      {...props}
      title={`Dar acesso a ${props.person.firstName}`}
      text="Vira uma cortesia da oferta escolhida. Para um pagamento recebido no balcão, use Nova matrícula em Pagamentos."
      confirm="Dar acesso"
      busy={give.isPending}
      onConfirm={() =>
        give.mutate({ offerId: offerId ? Number(offerId) : undefined, note, takesSeat }, { onSuccess: props.onClose })
      }
    >
      <div className="grid gap-3">
        <Field label="Oferta">
          <Select value={offerId} onChange={(event) => setOfferId(event.target.value)}>
            <option value="">A padrão</option>
            <NamedOptions of={offers} />
          </Select>
        </Field>
        <SeatChoice label="Ocupa uma vaga da oferta" offer={offer} checked={takesSeat} onChange={setTakesSeat} />
        <Field label="Observação" optional>
          <Input value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </div>
    </Ask>
  );
}

function EndAccess(props: AskProps) {
  const [reason, setReason] = useState('');
  const end = useEndAccess(props.person.id);
  return (
    <Ask
      {...props}
      title={`Encerrar o acesso de ${props.person.firstName}?`}
      text="O aluno continua entrando e mantém histórico e certificados, mas não estuda mais. Devolver dinheiro é outra coisa: use Reembolsos."
      confirm="Encerrar acesso"
      busy={end.isPending}
      onConfirm={() => reason.trim() && end.mutate(reason, { onSuccess: props.onClose })}
    >
      <Field label="Motivo" help="Fica na auditoria.">
        <Input data-autofocus value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Ask>
  );
}
