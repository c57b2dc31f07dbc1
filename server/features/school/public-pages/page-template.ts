import { escapeHtml } from '#contract/escape-html.ts';

/** What a template may name. An empty or null value also switches its `{{#name}}…{{/name}}` section off. */
export type PageValues = Record<string, string | null>;

/** The inside of a JSON string that also cannot end the <script> block it stands in. */
const escapeJson = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

/**
 * Fills `{{name}}` (HTML-escaped), `{{json:name}}`, `{{html:name}}` (HTML of our own making) and the sections `{{#name}}…{{/name}}`,
 * which may stand in a section of another name, once.
 * One pass per kind and values are never read again, so a school named "{{x}}" is just a strange name.
 */
export function fillTemplate(template: string, values: PageValues): string {
  const lookUp = (name: string): string | null => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`The page template names {{${name}}}, which the server does not know. Build again.`);
    return value;
  };
  const withoutMissing = (text: string) =>
    text.replace(/\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g, (_, name: string, inside: string) =>
      lookUp(name) ? inside : '',
    );
  return withoutMissing(withoutMissing(template)).replace(
    /\{\{(json:|html:)?(\w+)\}\}/g,
    (_, form: string | undefined, name: string) => {
      const value = lookUp(name) ?? '';
      if (form === 'html:') return value;
      return form === 'json:' ? escapeJson(value) : escapeHtml(value);
    },
  );
}
