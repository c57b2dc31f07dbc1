/** Nicknames as one line each. */
export const linesOf = (nicknames: readonly string[]): string => nicknames.join('\n');

export const nicknamesOf = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
