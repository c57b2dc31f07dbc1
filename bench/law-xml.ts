import { Parser } from 'htmlparser2';

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
export const normal = (text: string) => text.replace(/\s+/g, ' ').trim();

type Expected = { id: string; text: string };

/** The devices of the XML, and its text as lines: one per text element, or label and text on one line. */
export function stripXml(xml: string, layout: 'joined' | 'apart') {
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
