import {
  type ImportField,
  importedPerson,
  type PeoplePreviewRow,
  type TypedLine,
} from '#contract/people/people-imports.ts';

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

export const correctedFields = ['firstName', 'lastName', 'email', 'cpf', 'offer', 'accessUntil'] as const;
export type CorrectedField = (typeof correctedFields)[number];
/** What was typed instead of the text of the file. */
export type Correction = Partial<Record<CorrectedField, string>>;

/** A line as it is checked again: what was typed here, the rest as it was. */
export const typedLine = (row: PeoplePreviewRow, correction: Correction): TypedLine => ({
  line: row.line,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  cpf: row.cpf ?? '',
  isCpfLeftOut: row.isCpfLeftOut,
  offer: row.typedOffer ?? row.offerName ?? '',
  accessUntil: row.typedUntil ?? row.accessUntil ?? '',
  price: row.price,
  note: row.note,
  ...correction,
});

/** The field that a correction begins with. */
export function faultOf(row: PeoplePreviewRow): CorrectedField {
  if (row.problem === null && row.isCpfLeftOut) return 'cpf';
  const { data, error } = importedPerson.safeParse(row);
  const wrong = correctedFields.find((field) => error?.issues.some(({ path }) => path[0] === field));
  if (wrong) return wrong;
  if (row.problem === null || row.doubleOf !== undefined) return 'email';
  return row.typedOffer && !row.offerName ? 'offer' : data?.accessUntil ? 'accessUntil' : 'email';
}

const emailKey = (email: string) => email.trim().normalize('NFKC').toLowerCase();

/**
 * The lines with their corrections. Of two lines with one e-mail the first enters; of two with one CPF the first has it.
 * A line that the server called a double, and that is none any more, enters once it was checked again.
 */
export function withCorrections(
  rows: readonly PeoplePreviewRow[],
  corrected: Readonly<Record<number, PeoplePreviewRow>>,
): PeoplePreviewRow[] {
  const emails = new Map<string, number>();
  const cpfs = new Map<string, number>();
  return rows
    .map((row) => corrected[row.line] ?? row)
    .map((row) => {
      const first = emails.get(emailKey(row.email));
      if (first === undefined) emails.set(emailKey(row.email), row.line);
      else if (row.problem === null || row.doubleOf !== undefined) {
        return { ...row, doubleOf: first, problem: `O mesmo e-mail da linha ${first}.` };
      }
      if (row.cpf === null || row.problem !== null) return row;
      const firstCpf = cpfs.get(row.cpf);
      if (firstCpf !== undefined) {
        return { ...row, cpf: null, isCpfLeftOut: true, warning: `O mesmo CPF da linha ${firstCpf}: entra sem CPF.` };
      }
      cpfs.set(row.cpf, row.line);
      return row;
    });
}

/** The line that is no double any more when the given one gets another e-mail. */
export const freedBy = (rows: readonly PeoplePreviewRow[], line: number): PeoplePreviewRow | undefined =>
  rows.find(({ doubleOf }) => doubleOf === line);

export const entering = (rows: readonly PeoplePreviewRow[]) => rows.filter(({ problem }) => problem === null);

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
