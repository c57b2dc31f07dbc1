/**
 * How well laws and citations are read:
 *   npm run bench -- law --data DIR [--show]
 * DIR holds LexML XML (constituicao-1988.xml, adct.xml) and citations as CoNLL (citations-dev.conll).
 * Structure: the XML is stripped to lines without tags and ids; the ids and texts that are read from these lines are
 * compared with the XML, in the order of the text.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Parser } from 'htmlparser2';
import { linesOfText } from '#server/features/content/laws/reading/law-lines.ts';
import { flatten } from '#server/features/content/laws/reading/law-versions.ts';
import { readLaw } from '#server/features/content/laws/reading/read-law.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, show: { type: 'boolean', default: false } } });
if (values.data === undefined) throw new Error('Name the folder of the data: --data DIR.');
const folder = values.data;

const devicesOfXml = new Set([
  'Artigo',
  'Caput',
  'Paragrafo',
  'Inciso',
  'Alinea',
  'Item',
  'Secao',
  'Capitulo',
  'Titulo',
]);
const normal = (text: string) => text.replace(/\s+/g, ' ').trim();

type Expected = { id: string; text: string };

/** The devices of the XML, and its text as lines: one per text element, or label and text on one line. */
function stripXml(xml: string, layout: 'joined' | 'apart') {
  const expected: Expected[] = [];
  const lines: string[] = [];
  const open: Expected[] = [];
  let label = '';
  let text: string | null = null;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (devicesOfXml.has(name)) {
          const device = { id: attributes.id ?? '', text: '' };
          expected.push(device);
          open.push(device);
        }
        if (['Rotulo', 'p', 'TituloDispositivo', 'NomeAgrupador', 'Epigrafe', 'Ementa'].includes(name)) text = '';
      },
      ontext(data) {
        if (text !== null) text += data;
      },
      onclosetag(name) {
        if (devicesOfXml.has(name)) open.pop();
        if (
          text === null ||
          !['Rotulo', 'p', 'TituloDispositivo', 'NomeAgrupador', 'Epigrafe', 'Ementa'].includes(name)
        )
          return;
        const read = normal(text);
        text = null;
        if (name === 'Rotulo' && layout === 'joined') {
          label = read;
          return;
        }
        const device = open.at(-1);
        if (name === 'p' && device) device.text = read;
        lines.push(normal(`${label} ${read}`));
        label = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { expected, source: lines.filter((line) => line !== '').join('\n') };
}

let failed = false;
for (const name of (await readdir(folder)).filter((file) => file.endsWith('.xml'))) {
  const xml = await readFile(join(folder, name), 'utf8');
  for (const layout of ['joined', 'apart'] as const) {
    const { expected, source } = stripXml(xml, layout);
    const before = process.cpuUsage();
    const reading = readLaw(linesOfText(source));
    const { user, system } = process.cpuUsage(before);
    const read = flatten(reading.devices);
    let equal = 0;
    for (const [at, device] of expected.entries()) {
      const found = read[at];
      const same = found?.id === device.id && (device.text === '' || normal(found.text) === device.text);
      if (same) equal += 1;
      else if (values.show) {
        console.log(`${device.id} | ${device.text.slice(0, 90)}\n${found?.id} | ${found?.text.slice(0, 90)}\n`);
        break;
      }
    }
    if (equal !== expected.length || read.length !== expected.length) failed = true;
    console.log(
      `${name} (${layout})  devices ${expected.length}, read ${read.length}, equal ${equal}  wanted 100 %  ${Math.round((user + system) / 1000)} ms, ${reading.problems.length + reading.moreProblems} remarks`,
    );
    if (values.show && layout === 'joined')
      for (const { line, words } of reading.problems) console.log(`  ${line}: ${words}`);
  }
}
if (failed) process.exitCode = 1;
