import { escapeHtml } from '#contract/escape-html.ts';
import { TIME_ZONE } from '#contract/time.ts';
import { columnTitles, tableTitles } from './export-words.ts';

type Row = Record<string, unknown>;

/** The page is for reading; the full data is in dados.json. */
const MOST_ROWS = 1000;
const MOST_CHARACTERS = 400;

const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});

const tags =
  /<\/?(?:p|br|hr|h[1-6]|strong|b|em|i|u|s|sup|sub|span|div|a|img|ul|ol|li|blockquote|pre|code|table|caption|colgroup|col|thead|tbody|tfoot|tr|th|td)(?:\s[^>]*)?\/?>/gi;

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (value instanceof Date) return moment.format(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Lessons and questions are HTML; here the plain text is enough.
  const words = text.replace(tags, ' ').replace(/\s+/g, ' ').trim();
  return words.length > MOST_CHARACTERS ? `${words.slice(0, MOST_CHARACTERS)}…` : words;
}

const cell = (column: string, value: unknown) =>
  column === 'file' && typeof value === 'string'
    ? `<a href="${escapeHtml(value)}">${escapeHtml(value.split('/').at(-1) ?? value)}</a>`
    : escapeHtml(inWords(value));

function section(table: string, rows: Row[]): string {
  // Ids are omitted where a text says what they refer to.
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id' && !column.endsWith('_id'));
  const head = columns.map((column) => `<th scope="col">${escapeHtml(columnTitles[column] ?? column)}</th>`).join('');
  const body = rows
    .slice(0, MOST_ROWS)
    .map((row) => `<tr>${columns.map((column) => `<td>${cell(column, row[column])}</td>`).join('')}</tr>`)
    .join('\n');
  const more = rows.length > MOST_ROWS ? `<p>Mais ${rows.length - MOST_ROWS} em dados.json.</p>` : '';
  return `<section id="${escapeHtml(table)}"><h2>${escapeHtml(tableTitles[table] ?? table)}</h2>
<div class="wide" role="region" tabindex="0" aria-label="${escapeHtml(tableTitles[table] ?? table)}"><table><thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody></table></div>${more}</section>`;
}

/** What a person opens first: their data as tables, in the order in which one would ask. */
export function exportPage(school: string, at: Date, tables: Record<string, Row[]>): string {
  const order = Object.keys(tableTitles);
  const place = (table: string) => (order.includes(table) ? order.indexOf(table) : order.length);
  const filled = Object.entries(tables)
    .filter(([, rows]) => rows.length > 0)
    .sort(([one], [other]) => place(one) - place(other));
  const contents = filled
    .map(
      ([table, rows]) =>
        `<li><a href="#${escapeHtml(table)}">${escapeHtml(tableTitles[table] ?? table)}</a> (${rows.length})</li>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Seus dados: ${escapeHtml(school)}</title>
<style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}th,td{border:1px solid;padding:.3rem .6rem;text-align:left;vertical-align:top}
li a{display:inline-block;padding:.6rem 0}
</style></head>
<body><h1>Seus dados: ${escapeHtml(school)}</h1>
<p>Tudo o que guardamos sobre você em ${escapeHtml(moment.format(at))}, horário de Brasília. Para programas, os mesmos dados estão completos em <a href="dados.json">dados.json</a>, com datas em UTC.</p>
<p>A senha não está aqui: dela existe apenas um código irreversível.</p>
<nav aria-label="Conteúdo"><ul>
${contents}
</ul></nav>
${filled.map(([table, rows]) => section(table, rows)).join('\n')}
</body></html>
`;
}
