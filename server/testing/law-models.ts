/** A law whose articles have a caput, two incisos and a paragraph. */
type Model = Map<string, string>;
const ids = (article: number) => [
  `art${article}_cpt`,
  `art${article}_cpt_inc1`,
  `art${article}_cpt_inc2`,
  `art${article}_par1u`,
];
export const modelOf = (articles: number): Model =>
  new Map(
    Array.from({ length: articles }, (_, at) => ids(at + 1).map((id) => [id, `Texto de ${id}.`] as const)).flat(),
  );
export function sourceOf(model: Model): string {
  const lines: string[] = [];
  for (const [id, text] of model) {
    const [, article = ''] = /^art(\d+)/.exec(id) ?? [];
    const label = Number(article) < 10 ? `Art. ${article}º` : `Art. ${article}.`;
    if (id.endsWith('_cpt')) lines.push(`${label} ${text.replace(/\.$/, ':')}`);
    else if (id.endsWith('inc1')) lines.push(`I - ${text.replace(/\.$/, ';')}`);
    else if (id.endsWith('inc2')) lines.push(`II - ${text}`);
    else lines.push(`Parágrafo único. ${text}`);
  }
  return lines.join('\n\n');
}
/** A citation of a device in the words of a lesson. */
export const words = (id: string, norm: string) => {
  const [, article, rest = ''] = /^art(\d+)(.*)$/.exec(id) ?? [];
  const inside =
    { '': '', _cpt: ', caput', _cpt_inc1: ', I', _cpt_inc2: ', II', _par1u: ', parágrafo único' }[rest] ?? '';
  return `art. ${article}${inside}, da ${norm}`;
};
