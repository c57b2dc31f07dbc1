/**
 * How well laws and citations are read:
 *   npm run bench -- law --data DIR [--exams DIR] [--show]
 * DIR holds LexML XML (constituicao-1988.xml, adct.xml) and citations as CoNLL (citations-dev.conll).
 * Structure: the XML is stripped to lines without tags and ids; the ids and texts that are read from these lines are
 * compared with the XML, in the order of the text.
 * Question → article: with --exams (NAME.txt, the checked text of an exam) also the suggestion of articles, for the
 * questions of question-article.yaml whose article lies in lei-8906.txt.
 * Amendments: npm run bench -- law --amend measures the database for one amendment of 300 devices that 100,000 items
 * cite, without any data.
 * Phone: npm run bench -- law --data DIR --phone opens the Constitution on the slow phone of `bench -- browser`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { citationFinder } from '#server/features/content/laws/citing/find-citations.ts';
import { linesOfText } from '#server/features/content/laws/reading/law-lines.ts';
import { flatten } from '#server/features/content/laws/reading/law-versions.ts';
import { readLaw } from '#server/features/content/laws/reading/read-law.ts';
import { measureAmendment } from './law-amend.ts';
import { measureArticles } from './law-articles.ts';
import { measurePhone } from './law-phone.ts';
import { normal, stripXml } from './law-xml.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    exams: { type: 'string' },
    show: { type: 'boolean', default: false },
    amend: { type: 'boolean', default: false },
    phone: { type: 'boolean', default: false },
  },
});
if (values.amend) process.exit((await measureAmendment()) ? 0 : 1);
if (values.data === undefined) throw new Error('Name the folder of the data: --data DIR.');
const folder = values.data;
if (values.phone) process.exit((await measurePhone(folder)) ? 0 : 1);

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
type Spans = { text: string; gold: [number, number][] };

/** Sentences of a CoNLL file, their words parted by a space, with the spans that are tagged as legislation. */
function sentencesOf(conll: string): Spans[] {
  const sentences: Spans[] = [];
  let current: Spans = { text: '', gold: [] };
  let isInside = false;
  for (const line of [...conll.split('\n'), '']) {
    const at = line.lastIndexOf(' ');
    if (line.trim() === '' || at < 0) {
      if (current.text !== '') sentences.push(current);
      current = { text: '', gold: [] };
      isInside = false;
      continue;
    }
    const [token, tag] = [line.slice(0, at), line.slice(at + 1)];
    const start = current.text === '' ? 0 : current.text.length + 1;
    current.text = current.text === '' ? token : `${current.text} ${token}`;
    const last = current.gold.at(-1);
    if (tag === 'B-LEGISLACAO' || (tag === 'I-LEGISLACAO' && !isInside))
      current.gold.push([start, current.text.length]);
    else if (tag === 'I-LEGISLACAO' && last) last[1] = current.text.length;
    isInside = tag.endsWith('LEGISLACAO');
  }
  return sentences;
}

const isSumula = (text: string) => /s[úu]mula|\bSV\b/i.test(text);
const overlaps = ([start, end]: readonly [number, number], other: readonly [number, number]) =>
  start < other[1] && other[0] < end;

const find = citationFinder();
for (const name of (await readdir(folder)).filter((file) => file.endsWith('.conll'))) {
  let [gold, hit, found, right] = [0, 0, 0, 0];
  const sentences = sentencesOf(await readFile(join(folder, name), 'utf8'));
  for (const { text, gold: spans } of sentences) {
    const cited = find(text).filter(({ kind }) => kind !== 'sumula');
    const expected = spans.filter(([start, end]) => !isSumula(text.slice(start, end)));
    gold += expected.length;
    found += cited.length;
    for (const span of expected) {
      const isHit = cited.some(({ start, end }) => overlaps(span, [start, end]));
      if (isHit) hit += 1;
      else if (values.show)
        console.log(`missed  ${text.slice(...span)}  |  ${text.slice(Math.max(0, span[0] - 40), span[1] + 30)}`);
    }
    for (const { start, end } of cited) {
      const isRight = spans.some((span) => overlaps(span, [start, end]));
      if (isRight) right += 1;
      else if (values.show)
        console.log(`extra   ${text.slice(start, end)}  |  ${text.slice(Math.max(0, start - 40), end + 30)}`);
    }
  }
  const [recall, precision] = [hit / gold, right / found];
  if (name.includes('dev') && (recall < 0.9 || precision < 0.9)) failed = true;
  console.log(
    `${name}  citations ${gold}  recall ${recall.toFixed(3)}  precision ${precision.toFixed(3)}  wanted 0.90 on dev`,
  );
}

const lesson = 'Nos termos do art. 5º, XI, da CF, c/c o art. 150 do CP, a casa é asilo inviolável do indivíduo. '
  .repeat(400)
  .slice(0, 30_000);
const before = process.cpuUsage();
find(lesson);
const { user, system } = process.cpuUsage(before);
console.log(`lesson of 30,000 characters  ${((user + system) / 1000).toFixed(1)} ms of CPU  wanted 20 ms`);
if (values.exams !== undefined && !(await measureArticles(folder, values.exams, values.show))) failed = true;
if (failed) process.exitCode = 1;
