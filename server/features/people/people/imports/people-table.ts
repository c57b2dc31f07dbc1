import { readCpfCell } from '#contract/cpf.ts';
import { IMPORT_MAX_ROWS } from '#contract/people/people.ts';
import { IMPORT_COLUMNS_MAX, type ImportField, importFields } from '#contract/people/people-imports.ts';
import { readCell } from '#server/csv/csv-cells.ts';
import { AppError } from '#server/http/errors.ts';
import { fold, type Row } from '../students-file.ts';
import { type LineContext, type MappedRow, newContext, type Offer, readLine } from './people-line.ts';

export type Mapping = Readonly<Record<string, ImportField>>;
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
  const context = newContext(offers, today);
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

function mapRow({ line, cells }: Row, fields: readonly ImportField[], context: LineContext): MappedRow {
  const typed = (field: ImportField) =>
    fields
      .flatMap((one, index) => (one === field && textOf(cells[index]) !== '' ? [textOf(cells[index])] : []))
      .join(' ');
  const [first = '', ...others] = typed('fullName').split(/\s+/);
  const cell = (field: ImportField, max: number) => typed(field).slice(0, max) || null;
  return readLine(
    {
      line,
      firstName: typed('firstName') || first,
      lastName: typed('lastName') || others.join(' '),
      email: typed('email'),
      phone: cell('phone', 40),
      cpf: typed('cpf'),
      isCpfLeftOut: false,
      offer: typed('offer'),
      accessUntil: typed('accessUntil'),
      price: cell('price', 40),
      note: cell('note', 500),
    },
    context,
  );
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
