import { readCpf } from '#contract/cpf.ts';
import { type ImportField, importedPerson, type PeoplePreviewRow } from '#contract/people/people-imports.ts';

export const fieldLabels: Record<ImportField, string> = {
  skip: 'Deixar de fora',
  fullName: 'Nome inteiro',
  firstName: 'Nome',
  lastName: 'Sobrenome',
  email: 'E-mail',
  phone: 'Telefone',
  cpf: 'CPF',
  offer: 'Oferta',
  accessUntil: 'Acesso até',
  price: 'Preço pago (anotação)',
  note: 'Observação',
};

/** The corrections made on the screen, by line. */
export type Corrections = Readonly<Record<number, { email?: string; offerId?: number; cpf?: string }>>;

/** A line with its corrections. It is imported if the contract accepts it and no problem is left. */
export function corrected(row: PeoplePreviewRow, corrections: Corrections): PeoplePreviewRow {
  const change = corrections[row.line];
  if (!change) return row;
  const { cpf: typedCpf = '', ...others } = change;
  const cpf = readCpf(typedCpf);
  const next = { ...row, ...others, ...(cpf ? { cpf, isCpfLeftOut: false } : {}) };
  const isEmailFixed = change.email !== undefined && importedPerson.shape.email.safeParse(change.email).success;
  const isFixed = isEmailFixed || change.offerId !== undefined;
  return { ...next, problem: isFixed && importedPerson.safeParse(next).success ? null : row.problem };
}

/**
 * The lines that enter. Of two lines with one address the first does; of two with one CPF the first has it, and the
 * server says so of a CPF that another person has.
 */
export function entering(rows: readonly PeoplePreviewRow[], corrections: Corrections): PeoplePreviewRow[] {
  const seen = new Set<string>();
  const cpfs = new Set<string>();
  return rows
    .map((row) => corrected(row, corrections))
    .filter(({ problem, email }) => {
      const key = email.trim().toLowerCase();
      if (problem !== null || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .map((row) => {
      if (row.cpf === null || !cpfs.has(row.cpf)) {
        if (row.cpf !== null) cpfs.add(row.cpf);
        return row;
      }
      return { ...row, cpf: null, isCpfLeftOut: true };
    });
}

export const peopleOf = (rows: readonly PeoplePreviewRow[]) =>
  rows.map(({ line, firstName, lastName, email, phone, cpf, offerId, accessUntil, price, note }) => ({
    line,
    firstName,
    lastName,
    email,
    phone,
    cpf,
    offerId,
    accessUntil,
    price,
    note,
  }));
