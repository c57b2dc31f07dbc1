/** The settings of the service, one per line, as systemd and compose read the same file. */
export type EnvironmentFile = { values: Record<string, string>; problems: string[] };

const ASSIGNMENT = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/;
const QUOTED = /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)")\s*(?:#.*)?$/;

/**
 * Parses the file without a shell: blanks, accents, `<>`, `$` and `#` in a value need no quotes. A line that is no
 * assignment is a problem and not skipped, because a setting would be missing without a word. Problems name the line
 * and never its value, which may be a secret.
 */
export function parseEnvironmentFile(text: string): EnvironmentFile {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  const lineOf = new Map<string, number>();
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const [, name = '', rest = ''] = ASSIGNMENT.exec(line) ?? [];
    const value = name === '' ? undefined : readValue(rest.trim());
    if (value === undefined) {
      problems.push(`line ${index + 1}: expected NAME=value${name === '' ? '' : `, and a closing quote for ${name}`}.`);
      continue;
    }
    const earlier = lineOf.get(name);
    if (earlier !== undefined) problems.push(`line ${index + 1}: ${name} was set on line ${earlier} already.`);
    lineOf.set(name, index + 1);
    values[name] = value;
  }
  return { values, problems };
}

/** Undefined: the quote has no end. */
function readValue(text: string): string | undefined {
  if (!/^['"]/.test(text)) return text;
  const quoted = QUOTED.exec(text);
  if (!quoted) return undefined;
  const [, single, double = ''] = quoted;
  return single ?? double.replaceAll(/\\(["\\$`])/g, '$1');
}
