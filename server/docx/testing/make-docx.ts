import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';

const level = (at: number, format: string, text: string, start = 1) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;

const numbering = `<w:numbering ${namespaces}>
<w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', '%1 –')}${level(1, 'lowerLetter', '%2)')}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '·')}</w:abstractNum>
<w:abstractNum w:abstractNumId="2">${level(0, 'ordinal', 'Art. %1')}${level(1, 'decimal', '%1.%2.')}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
</w:numbering>`;

const styles = `<w:styles ${namespaces}>
<w:style w:type="paragraph" w:styleId="Ttulo1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Meu"><w:name w:val="Meu título"/><w:basedOn w:val="Ttulo1"/></w:style>
<w:style w:type="paragraph" w:styleId="Laco"><w:name w:val="Laço"/><w:basedOn w:val="Laco"/></w:style>
<w:style w:type="paragraph" w:styleId="Cit"><w:name w:val="Quote"/></w:style>
</w:styles>`;

/** A run of text, with properties such as `<w:b/>`. */
export const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
/** A paragraph of runs. */
export const paragraph = (inside: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`;
/** An item of one of the lists above. */
export const item = (list: number, depth: number, text: string) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);

export type DocxParts = Record<string, string | Buffer>;

/** A Word file with this body. `parts` replace or add to the default ones. */
export async function makeDocx(body: string, parts: DocxParts = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const all: DocxParts = {
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    'word/numbering.xml': numbering,
    'word/styles.xml': styles,
    ...parts,
  };
  for (const [name, content] of Object.entries(all)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
