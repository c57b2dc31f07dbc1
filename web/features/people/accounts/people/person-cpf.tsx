import { useState } from 'react';
import { readCpf, writtenCpf } from '#contract/cpf.ts';
import type { Person } from '#contract/people/people.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useSaveCpf, useShowCpf } from './people.queries.ts';

/** Masked until it is pressed, because every time it is shown is recorded. */
export function PersonCpf({ person }: { person: Person }) {
  const show = useShowCpf(person.id);
  const [isAsking, setAsking] = useState(false);
  const cpf = show.data?.cpf;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {person.hasCpf ? (
        <>
          <span className="tabular-nums" role="status">
            {cpf ? (
              writtenCpf(cpf)
            ) : (
              <>
                <span aria-hidden="true">•••.•••.•••-••</span>
                <span className="sr-only">escondido</span>
              </>
            )}
          </span>
          <Button
            variant="quiet"
            size="sm"
            busy={show.isPending}
            busyLabel="Abrindo..."
            onClick={() => (cpf ? show.reset() : show.mutate())}
          >
            {cpf ? 'Esconder CPF' : 'Mostrar CPF'}
          </Button>
        </>
      ) : (
        <span className="text-ink-soft">não informado</span>
      )}
      <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
        {person.hasCpf ? 'Mudar CPF' : 'Informar CPF'}
      </Button>
      <AskCpf
        key={String(isAsking)}
        person={person}
        open={isAsking}
        onClose={() => {
          setAsking(false);
          show.reset();
        }}
      />
    </span>
  );
}

type AskCpfProps = { person: Person; open: boolean; onClose: () => void };

function AskCpf({ person, open, onClose }: AskCpfProps) {
  const save = useSaveCpf(person.id);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const isRemoving = person.hasCpf && typed.trim() === '';
  const confirm = () => {
    const cpf = readCpf(typed);
    if (cpf === null && !isRemoving) {
      setProblem('Este CPF não confere.');
      return;
    }
    save.mutate(cpf, { onSuccess: onClose });
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`CPF de ${person.firstName}`}
      text={`Só a secretaria vê, e cada vez fica na auditoria.${person.hasCpf ? ' Em branco, o CPF é apagado.' : ''}`}
      confirmLabel={isRemoving ? 'Apagar CPF' : 'Salvar CPF'}
      tone={isRemoving ? 'bad' : 'plain'}
      busy={save.isPending}
      busyLabel="Salvando..."
      onConfirm={confirm}
    >
      <Field label="CPF" {...(problem ? { error: problem } : {})}>
        <Input
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem('');
          }}
        />
      </Field>
    </AlertDialog>
  );
}
