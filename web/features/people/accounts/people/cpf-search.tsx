import { useEffect } from 'react';
import { Link } from 'wouter';
import { readCpf } from '#contract/cpf.ts';
import { paths } from '#web/lib/paths.ts';
import { useFindByCpf } from './people.queries.ts';

/** Finds a person by a CPF that was typed into the search field. It is sent in a body, once it is complete. */
export function CpfSearch({ text }: { text: string }) {
  const { mutate, reset, data, isPending } = useFindByCpf();
  const cpf = readCpf(text);
  useEffect(() => {
    if (cpf) mutate(cpf);
    else reset();
  }, [cpf, mutate, reset]);
  const person = data?.person;
  return (
    <p role="status" className="mb-6">
      {cpf === null && <span className="text-ink-soft">Para buscar por CPF, complete os 11 números.</span>}
      {cpf !== null && isPending && <span className="text-ink-soft">Buscando o CPF...</span>}
      {cpf !== null && data && !person && 'Ninguém tem este CPF.'}
      {cpf !== null && person && (
        <>
          Este CPF é de{' '}
          <Link href={paths.adminUser(person.id)} className="link tappable font-strong">
            {person.firstName} {person.lastName}
          </Link>
          <span className="text-ink-soft">, {person.email}</span>
        </>
      )}
    </p>
  );
}
