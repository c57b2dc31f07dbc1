import { readCpfCell } from '#contract/cpf.ts';
import { importedPerson, type TypedLine } from '#contract/people/people-imports.ts';
import { identityKey } from '#server/db/keys.ts';
import { fold } from '../students-file.ts';

export type Offer = { id: number; name: string };

/** What a line becomes; whether its person has an account is not known yet. */
export type MappedRow = {
  line: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  cpf: string | null;
  isCpfLeftOut: boolean;
  offerId: number | null;
  offerName: string | null;
  accessUntil: string | null;
  price: string | null;
  note: string | null;
  problem: string | null;
  warning: string | null;
  doubleOf?: number;
  typedOffer: string;
  typedUntil: string;
};

type Lines = Map<string, number>;
/** Filled line by line: which line was the first with an e-mail, or with a CPF. */
export type LineContext = { offers: readonly Offer[]; today: string; seen: Lines; seenCpfs: Lines };

export const newContext = (offers: readonly Offer[], today: string): LineContext => ({
  offers,
  today,
  seen: new Map(),
  seenCpfs: new Map(),
});

/** The line that had this value first, if another one had. */
function firstLine(lines: Lines, value: string, line: number): number | undefined {
  const before = lines.get(value);
  if (before === undefined) lines.set(value, line);
  return before;
}

export function readLine(typed: TypedLine, { offers, today, seen, seenCpfs }: LineContext): MappedRow {
  const { line, offer: offerText, accessUntil: untilText, cpf: typedCpf } = typed;
  const offer = offers.find(({ name }) => fold(name) === fold(offerText));
  const until = readDay(untilText);
  const readCpf = readCpfCell(typedCpf);
  const person = {
    line,
    firstName: typed.firstName,
    lastName: typed.lastName,
    email: typed.email,
    phone: typed.phone,
    cpf: readCpf,
    offerId: offer?.id ?? null,
    accessUntil: until,
    price: typed.price,
    note: typed.note,
  };
  const read = importedPerson.safeParse(person);
  const before = firstLine(seen, identityKey(person.email), line);
  const problem = problemOf({ read, before, offerText, offer, until, today });
  // A line that does not enter takes its CPF from no other line.
  const cpfLine = readCpf && problem === null ? firstLine(seenCpfs, readCpf, line) : undefined;
  const isCpfWrong = typedCpf !== '' && (readCpf === null || cpfLine !== undefined);
  const isCpfLeftOut = isCpfWrong || (typedCpf === '' && typed.isCpfLeftOut);
  const { firstName, lastName, email } = read.success ? read.data : person;
  return {
    ...person,
    firstName: firstName.slice(0, 100),
    lastName: lastName.slice(0, 100),
    email: email.slice(0, 254),
    cpf: isCpfLeftOut ? null : readCpf,
    isCpfLeftOut,
    offerName: offer?.name ?? null,
    problem,
    ...(read.success && before !== undefined ? { doubleOf: before } : {}),
    typedOffer: offerText.slice(0, 60),
    typedUntil: untilText.slice(0, 40),
    warning: joined([
      untilText && !until ? `“${untilText.slice(0, 30)}” não é uma data: vale o prazo da oferta.` : null,
      isCpfWrong ? cpfWarning(cpfLine) : isCpfLeftOut ? 'Entra sem CPF.' : null,
    ]),
  };
}

const cpfWarning = (line: number | undefined): string =>
  line === undefined ? 'CPF não confere: entra sem CPF.' : `O mesmo CPF da linha ${line}: entra sem CPF.`;

/** Several warnings of one line are one text. */
export const joined = (warnings: readonly (string | null)[]): string | null =>
  warnings.filter((one) => one !== null).join(' ') || null;

type Found = {
  read: ReturnType<typeof importedPerson.safeParse>;
  before: number | undefined;
  offerText: string;
  offer: Offer | undefined;
  until: string | null;
  today: string;
};

function problemOf({ read, before, offerText, offer, until, today }: Found): string | null {
  if (!read.success) return read.error.issues[0]?.message ?? 'Confira esta linha.';
  if (before !== undefined) return `O mesmo e-mail da linha ${before}.`;
  if (offerText && !offer) return `Não há oferta “${offerText.slice(0, 60)}”.`;
  return until !== null && until < today ? 'O acesso desta linha já terminou.' : null;
}

/** 30/04/2027, 30-4-27 or 2027-04-30, with or without an hour behind it. */
export function readDay(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/.exec(text);
  const [year = '', month = '', day = ''] = iso ? iso.slice(1) : local ? [local[3], local[2], local[1]] : [];
  if (year === '') return null;
  const full = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${full}T12:00:00Z`);
  return Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(full) ? null : full;
}
