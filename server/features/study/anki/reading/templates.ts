/* Templates of Anki's notes: `{{Field}}`, `{{filter:Field}}`, `{{#Field}} … {{/Field}}` and `{{^Field}} … {{/Field}}`. */

export type TemplateInput = {
  fields: ReadonlyMap<string, string>;
  /** Tags, Deck and other names that every template may use. */
  special: ReadonlyMap<string, string>;
  isAnswer: boolean;
};

export type Rendered = { html: string; hint: string };

/** Letters of a template, and of one rendered side. */
const TEMPLATE_MAX = 200_000;
const RENDERED_MAX = 1_000_000;

const isFilled = (value: string | undefined) => value !== undefined && value.trim() !== '';

/**
 * Renders one side; null where it is too long. Fields are inserted as they are, so what they contain is not read as a
 * template.
 */
export function renderTemplate(template: string, input: TemplateInput): Rendered | null {
  if (template.length > TEMPLATE_MAX) return null;
  let html = '';
  let hint = '';
  /** The open sections; text is written where all of them are shown. */
  const sections: boolean[] = [];
  let hidden = 0;
  const enter = (isShown: boolean) => {
    sections.push(isShown);
    if (!isShown) hidden += 1;
  };
  const leave = () => {
    if (sections.pop() === false) hidden -= 1;
  };
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{{', at);
    const close = open < 0 ? -1 : template.indexOf('}}', open);
    if (close < 0) break;
    if (hidden === 0) html += template.slice(at, open);
    at = close + 2;
    const tag = template.slice(open + 2, close).trim();
    const name = tag.slice(1).trim();
    if (tag.startsWith('#')) enter(isFilled(fieldOf(name, input)));
    else if (tag.startsWith('^')) enter(!isFilled(fieldOf(name, input)));
    else if (tag.startsWith('/')) leave();
    else if (hidden === 0) {
      const value = replaced(tag, input);
      html += value.html;
      hint ||= value.hint;
    }
    if (html.length > RENDERED_MAX) return null;
  }
  if (hidden === 0) html += template.slice(at);
  return { html, hint };
}

const fieldOf = (name: string, { fields, special }: TemplateInput) => fields.get(name) ?? special.get(name);

/** The last of `filter:filter:Field` is the field. */
function replaced(tag: string, input: TemplateInput): Rendered {
  const filters = tag.split(':').map((one) => one.trim());
  const value = fieldOf(filters.pop() ?? '', input) ?? '';
  const nothing = { html: '', hint: '' };
  // The answer repeats the sentence of a cloze; the card has it once.
  if (filters.includes('cloze')) return input.isAnswer ? nothing : { html: value, hint: '' };
  // The box that the answer is typed into.
  if (filters.includes('type') && !input.isAnswer) return nothing;
  if (filters.some((filter) => filter.startsWith('tts'))) return nothing;
  if (filters.includes('hint')) return { html: '', hint: value };
  return { html: value, hint: '' };
}
