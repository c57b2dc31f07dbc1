/** The section of one version in CHANGELOG.md. Throws where it is missing or empty. */
export function notesOf(changelog: string, version: string): string {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`## ${version} `) || line === `## ${version}`);
  const end = lines.findIndex((line, at) => at > start && line.startsWith('## '));
  const body = lines
    .slice(start + 1, end === -1 ? undefined : end)
    .join('\n')
    .trim();
  if (start === -1 || body === '') throw new Error(`CHANGELOG.md has no notes for version ${version}.`);
  return `# Alvorada ${version}\n\n${body}\n`;
}
