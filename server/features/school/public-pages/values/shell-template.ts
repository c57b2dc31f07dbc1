import { escapeHtml } from '#contract/escape-html.ts';

/** What the shell of the app may name. Null also removes the `{{#name}}…{{/name}}` section. */
export type ShellValues = Record<string, string | null>;

/**
 * Fills the placeholders of the app's shell (web/index.html): `{{name}}` escaped, `{{html:name}}` for HTML that the
 * server made, and `{{#name}}…{{/name}}` for lines that need the value. Values are never read again, so a school named
 * "{{x}}" is only a strange name.
 */
export function fillShell(template: string, values: ShellValues): string {
  const lookUp = (name: string): string | null => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`The shell of the app names {{${name}}}, which the server does not know. Build again.`);
    return value;
  };
  return template
    .replace(/\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g, (_, name: string, inside: string) => (lookUp(name) ? inside : ''))
    .replace(/\{\{(html:)?(\w+)\}\}/g, (_, form: string | undefined, name: string) => {
      const value = lookUp(name) ?? '';
      return form ? value : escapeHtml(value);
    });
}
