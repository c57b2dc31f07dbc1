/** What a receipt says, out of its text. Banks write them in a hundred ways: what is not certain is left out. Pure. */

export type ReceiptFacts = {
  endToEndIds: string[];
  /** Cents. */
  amounts: number[];
  /** Calendar days, as written. */
  days: string[];
  payee: string | null;
};

const MOST = 10;
const PAYEE_MAX = 100;

const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

/** E, the bank's number, the moment, and eleven signs of the bank's own. */
const endToEnd = /E\d{8}20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[A-Za-z0-9]{11}/g;
const money = /R\$\s*((?:\d{1,3}(?:\.\d{3})+|\d{1,9}),\d{2})(?!\d)/g;
const numericDay = /(?<!\d)(\d{2})[/.-](\d{2})[/.-](20\d{2})(?!\d)/g;
const namedDay =
  /(?<!\d)(\d{1,2})\s*(?:de\s+|[/-])?\s*(jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)[a-zç]*\.?\s*(?:de\s+|[/-])?\s*(20\d{2})(?!\d)/gi;

export function factsOf(text: string): ReceiptFacts {
  return {
    endToEndIds: endToEndIdsIn(text),
    amounts: amountsIn(text),
    days: daysIn(text),
    payee: payeeIn(text),
  };
}

const few = <T>(found: readonly T[]): T[] => [...new Set(found)].slice(0, MOST);

/** Long ids are broken over lines: looked for as they stand, then without any blank. */
function endToEndIdsIn(text: string): string[] {
  const whole = text.match(endToEnd) ?? [];
  return few(whole.length > 0 ? whole : (text.replace(/\s+/g, '').match(endToEnd) ?? []));
}

function amountsIn(text: string): number[] {
  const cents = [...text.matchAll(money)].map(([, written = '']) => Number(written.replace(/[.,]/g, '')));
  return few(cents.filter((amount) => amount > 0 && amount <= 2_147_483_647));
}

function daysIn(text: string): string[] {
  const numeric = [...text.matchAll(numericDay)].map(
    ([, day = '', month = '', year = '']) => `${year}-${month}-${day}`,
  );
  const named = [...text.matchAll(namedDay)].map(([, day = '', name = '', year = '']) => {
    const month = String(months.indexOf(name.toLowerCase()) + 1).padStart(2, '0');
    return `${year}-${month}-${day.padStart(2, '0')}`;
  });
  return few([...numeric, ...named].filter(isDay));
}

function isDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

/** Labels above the name of the payee, or before it in the same line. */
const label =
  /^(?:dados do |dados de quem |quem )?(?:recebedor|recebeu|favorecido|destinat[aá]rio|destino|para)\b\s*(?:\(a\))?\s*:?\s*(.*)$/i;
const nameLabel = /^(?:nome(?: do (?:recebedor|favorecido|destinat[aá]rio))?|raz[aã]o social)\s*:?\s*(.*)$/i;
/** A line that is a name: words, no figures, no label of something else. */
const isName = (line: string) =>
  /^[\p{L}][\p{L} .'&-]{2,}$/u.test(line) &&
  !/^(?:nome|institui[cç][aã]o|chave|cpf|cnpj|ag[eê]ncia|conta|banco|valor)\b/i.test(line);

function payeeIn(text: string): string | null {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  for (const [at, line] of lines.entries()) {
    const found = label.exec(line);
    if (!found) continue;
    const behind = [found[1] ?? '', ...lines.slice(at + 1, at + 4)];
    for (const candidate of behind) {
      const name = nameLabel.exec(candidate)?.[1] ?? candidate;
      if (isName(name)) return name.slice(0, PAYEE_MAX);
    }
  }
  return null;
}
