import { readCpfCell } from '#contract/cpf.ts';
import { IMPORT_MAX_ROWS } from '#contract/people/people.ts';
import { IMPORT_COLUMNS_MAX, type ImportField, importedPerson, importFields } from '#contract/people/people-imports.ts';
import { readCell } from '#server/csv/csv-cells.ts';
import { identityKey } from '#server/db/keys.ts';
import { AppError } from '#server/http/errors.ts';
import { fold, type Row } from '../students-file.ts';

export type Mapping = Readonly<Record<string, ImportField>>;
export type Offer = { id: number; name: string };
type Table = { rows: readonly Row[]; isCut?: boolean };

/** People write what the table is about above the names of its columns. */
const TITLE_ROWS = 10;

const guesses: readonly (readonly [ImportField, RegExp])[] = [
  ['email', /^(e mail|email|endereco de e mail|correio)( do aluno)?$/],
  ['lastName', /^(sobrenome|ultimo nome|last name|lastname)$/],
  ['fullName', /^(nome completo|nome do aluno|aluno|estudante|nome e sobrenome|name)$/],
  ['firstName', /^(nome|primeiro nome|first name|firstname)$/],
  ['phone', /^(telefone|celular|cel|fone|whatsapp|contato)$/],
  ['cpf', /^(cpf|doc|documento)( do aluno)?$/],
  ['offer', /^(oferta|turma|plano|produto|curso)$/],
  ['accessUntil', /^(acesso ate|vence|vencimento|validade|ate|fim do acesso)$/],
  ['price', /^(valor|preco|preco pago|valor pago|pago)$/],
  ['note', /^(obs|observacao|observacoes|nota|anotacao)$/],
];

const guess = (name: string): ImportField => guesses.find(([, pattern]) => pattern.test(fold(name)))?.[0] ?? 'skip';

const textOf = (cell: string | undefined): string => readCell((cell ?? '').trim()).trim();

/** A file without names of columns has a person in their place: a CPF gets neither into an error nor into a mapping. */
const withoutCpf = (cell: string): string => (readCpfCell(cell) === null ? cell : '');

/** The row that names the columns: it has an e-mail column, or the first e-mail address lies just below it. */
function findHead(rows: readonly Row[], remembered: Mapping): number {
  const first = rows.slice(0, TITLE_ROWS);
  const named = first.findIndex(({ cells }) =>
    cells.some((cell) => (remembered[textOf(cell)] ?? guess(textOf(cell))) === 'email'),
  );
  if (named >= 0) return named;
  const data = first.findIndex(({ cells }) => cells.some((cell) => /\S@\S/.test(cell)));
  return data > 0 ? data - 1 : -1;
}

/** A single column for the whole name is split after its first word. */
function fieldsOf(names: readonly string[], remembered: Mapping, chosen: readonly ImportField[] | null): ImportField[] {
  if (chosen) return names.map((_, index) => chosen[index] ?? 'skip');
  const fields = names.map((name) => remembered[name] ?? guess(name));
  const hasLast = fields.includes('lastName');
  return fields.map((field) => (field === 'firstName' && !hasLast ? 'fullName' : field));
}

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
};

export function mapTable(
  tables: readonly Table[],
  {
    remembered,
    chosen,
    offers,
    today,
  }: { remembered: Mapping; chosen: readonly ImportField[] | null; offers: readonly Offer[]; today: string },
) {
  const found = tables
    .map((table) => ({ table, head: findHead(table.rows, remembered) }))
    .find(({ head }) => head >= 0);
  if (!found) {
    throw new AppError('columns_unknown', 'Não achamos uma coluna de e-mail neste arquivo.', {
      columns: (tables[0]?.rows[0]?.cells ?? []).slice(0, 20).map((cell) => withoutCpf(cell).slice(0, 60)),
    });
  }
  const { table, head } = found;
  const names = (table.rows[head]?.cells ?? []).slice(0, IMPORT_COLUMNS_MAX).map((cell) => withoutCpf(textOf(cell)));
  const body = table.rows.slice(head + 1);
  if (body.length > IMPORT_MAX_ROWS || table.isCut) {
    throw new AppError('too_large', `Importe no máximo ${IMPORT_MAX_ROWS.toLocaleString('pt-BR')} pessoas de uma vez.`);
  }
  const fields = fieldsOf(names, remembered, chosen);
  const context = { offers, today, seen: new Map<string, number>(), seenCpfs: new Map<string, number>() };
  return {
    columns: names.map((name, index) => {
      const sample = textOf(body.find(({ cells }) => textOf(cells[index]) !== '')?.cells[index]).slice(0, 60);
      const field = fields[index] ?? 'skip';
      return { name: name.slice(0, 100), sample: field === 'cpf' || readCpfCell(sample) ? '' : sample, field };
    }),
    isRemembered: !chosen && names.some((name) => name in remembered),
    titles: table.rows.slice(0, head).map(({ cells }) => cells.map(textOf).filter(Boolean).join(' ').slice(0, 120)),
    rows: body.map((row) => mapRow(row, fields, context)),
  };
}

type Lines = Map<string, number>;
type Context = { offers: readonly Offer[]; today: string; seen: Lines; seenCpfs: Lines };

/** The line that had this value first, if another one had. */
function firstLine(lines: Lines, value: string, line: number): number | undefined {
  const before = lines.get(value);
  if (before === undefined) lines.set(value, line);
  return before;
}

function mapRow(
  { line, cells }: Row,
  fields: readonly ImportField[],
  { offers, today, seen, seenCpfs }: Context,
): MappedRow {
  const typed = (field: ImportField) =>
    fields
      .flatMap((one, index) => (one === field && textOf(cells[index]) !== '' ? [textOf(cells[index])] : []))
      .join(' ');
  const [first = '', ...others] = typed('fullName').split(/\s+/);
  const offerText = typed('offer');
  const offer = offers.find(({ name }) => fold(name) === fold(offerText));
  const untilText = typed('accessUntil');
  const until = readDay(untilText);
  const cell = (field: ImportField, max: number) => typed(field).slice(0, max) || null;
  const typedCpf = typed('cpf');
  const readCpf = readCpfCell(typedCpf);
  const person = {
    line,
    firstName: typed('firstName') || first,
    lastName: typed('lastName') || others.join(' '),
    email: typed('email'),
    phone: cell('phone', 40),
    cpf: readCpf,
    offerId: offer?.id ?? null,
    accessUntil: until,
    price: cell('price', 40),
    note: cell('note', 500),
  };
  const read = importedPerson.safeParse(person);
  const before = firstLine(seen, identityKey(person.email), line);
  const problem = problemOf({ read, before, offerText, offer, until, today });
  // A line that does not enter takes its CPF from no other line.
  const cpfLine = readCpf && problem === null ? firstLine(seenCpfs, readCpf, line) : undefined;
  const isCpfLeftOut = typedCpf !== '' && (readCpf === null || cpfLine !== undefined);
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
    warning: joined([
      untilText && !until ? `“${untilText.slice(0, 30)}” não é uma data: vale o prazo da oferta.` : null,
      isCpfLeftOut ? cpfWarning(cpfLine) : null,
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

/** The fields that the owner has chosen, column by column. */
export function readChosen(typed: string | undefined): ImportField[] | null {
  if (!typed) return null;
  const known = (value: unknown): value is ImportField => importFields.some((field) => field === value);
  try {
    const value: unknown = JSON.parse(typed);
    if (Array.isArray(value) && value.length <= IMPORT_COLUMNS_MAX && value.every(known)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new AppError('bad_request', 'O mapa das colunas não foi entendido.');
}
