import { codesIn, endToEndIn, payerIn, tidy } from './signs.ts';
import { type ReadEntry, StatementRefused } from './statement-file.ts';
import { readCents, readDay } from './values.ts';

/*
 * OFX as banks write it: 1.x without closing tags, 2.x as XML, and everything between. Nothing is nested by our reading:
 * a tag and the text behind it are a pair, and a transaction ends where the next one begins. One pass over the text, no
 * entities but the signs everybody escapes, no document type.
 */

const FIELDS = new Set(['TRNTYPE', 'DTPOSTED', 'DTAVAIL', 'TRNAMT', 'FITID', 'REFNUM', 'CHECKNUM', 'NAME', 'MEMO']);
const ACCOUNT = new Set(['BANKID', 'BRANCHID', 'ACCTID']);

type Fields = Map<string, string>;

export const looksLikeOfx = (text: string): boolean => /OFXHEADER|<OFX>|<\?OFX/i.test(text.slice(0, 4096));

export function readOfx(text: string, entriesMax: number): { entries: ReadEntry[]; debits: number } {
  const entries: ReadEntry[] = [];
  let debits = 0;
  let account: Fields = new Map();
  let open: Fields | null = null;
  const close = () => {
    if (!open) return;
    const entry = entryOf(open, account);
    open = null;
    if (entry === 'debit') debits += 1;
    else if (entry) entries.push(entry);
    if (entries.length > entriesMax) {
      throw new StatementRefused('too_large', `O extrato tem mais de ${entriesMax} entradas. Baixe um período menor.`);
    }
  };
  for (const { name, isEnd, value } of tagsOf(text)) {
    if (name === 'STMTTRN') {
      close();
      if (!isEnd) open = new Map();
    } else if (name === 'BANKTRANLIST' || name === 'STMTRS' || name === 'STMTTRNRS') {
      close();
    } else if ((name === 'BANKACCTFROM' || name === 'CCACCTFROM') && !isEnd && !open) {
      account = new Map();
    } else if (!isEnd && open && FIELDS.has(name)) {
      if (value !== '' && !open.has(name)) open.set(name, value);
    } else if (!isEnd && !open && ACCOUNT.has(name) && value !== '') {
      account.set(name, value);
    }
  }
  close();
  return { entries, debits };
}

type Tag = { name: string; isEnd: boolean; value: string };

/** Tags with the text behind them. A sign '<' that begins no tag belongs to the text. */
function* tagsOf(text: string): Generator<Tag> {
  const tag = /<(\/?)([A-Za-z][A-Za-z0-9._]{0,40})(?:\s[^<>]*)?\/?>/g;
  let last: { name: string; isEnd: boolean; from: number } | null = null;
  for (let found = tag.exec(text); found; found = tag.exec(text)) {
    if (last) yield { ...last, value: valueBetween(text, last.from, found.index) };
    last = { name: (found[2] ?? '').toUpperCase(), isEnd: found[1] === '/', from: tag.lastIndex };
  }
  if (last) yield { ...last, value: valueBetween(text, last.from, text.length) };
}

const VALUE_MAX = 4000;
const escaped: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function valueBetween(text: string, from: number, to: number): string {
  const raw = text.slice(from, Math.min(to, from + VALUE_MAX));
  const cdata = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>/.exec(raw)?.[1];
  return tidy(
    (cdata ?? raw).replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, figure, hex, name) => {
      if (name) return escaped[String(name).toLowerCase()] ?? whole;
      const point = figure ? Number(figure) : Number.parseInt(hex, 16);
      return point > 31 && point < 0x110000 ? String.fromCodePoint(point) : ' ';
    }),
  );
}

const PHRASE_MAX = 200;

function entryOf(fields: Fields, account: Fields): ReadEntry | 'debit' | null {
  const day = readDay(fields.get('DTPOSTED') ?? '') ?? readDay(fields.get('DTAVAIL') ?? '');
  const cents = readCents(fields.get('TRNAMT') ?? '');
  if (day === null || cents === null || cents === 0) return null;
  // Some banks write every amount without a sign and say by the type which way it went.
  if (cents < 0 || fields.get('TRNTYPE')?.toUpperCase() === 'DEBIT') return 'debit';
  if (cents > 2_147_483_647) return null;
  const name = fields.get('NAME') ?? '';
  const memo = fields.get('MEMO') ?? '';
  const parts = [memo, memo.includes(name) ? '' : name, fields.get('CHECKNUM'), fields.get('REFNUM')];
  const text = tidy(parts.filter(Boolean).join(' · '));
  const fitId = fields.get('FITID')?.slice(0, PHRASE_MAX) ?? null;
  const codes = codesIn(text);
  return {
    account: [...ACCOUNT]
      .map((part) => account.get(part) ?? '')
      .join('/')
      .slice(0, PHRASE_MAX),
    fitId,
    day,
    amount: cents,
    payer: payerIn(name && memo ? `${name} ${memo.includes(name) ? '' : memo}` : text, codes),
    text,
    endToEndId: endToEndIn(text) ?? endToEndIn(fitId ?? ''),
    codes,
  };
}
