import type { ReactNode } from 'react';
import { folded } from '#web/lib/folded.ts';

/** A page or an action. One with an address can also be opened in another tab. */
export type Command = {
  label: string;
  icon: ReactNode;
  /** Additional search terms. */
  words?: string;
  /** Shown beside the label. */
  note?: string;
} & ({ path: string } | { path?: undefined; run: () => void });

/** Commands in which every typed word is the prefix of a word: 'banco quest' finds 'Banco de questões'. */
export function matchCommands<C extends Pick<Command, 'label' | 'words'>>(commands: readonly C[], typed: string): C[] {
  const wanted = folded(typed).split(' ');
  return commands.filter(({ label, words = '' }) => {
    const known = folded(`${label} ${words}`).split(' ');
    return wanted.every((word) => known.some((one) => one.startsWith(word)));
  });
}

/** Matches by the label come before those by the text. */
export function matchGuides<C extends Pick<Command, 'label' | 'words'>>(guides: readonly C[], typed: string): C[] {
  const found = matchCommands(guides, typed);
  const byLabel = new Set(
    matchCommands(
      found.map((guide) => ({ guide, label: guide.label })),
      typed,
    ).map(({ guide }) => guide),
  );
  return [...byLabel, ...found.filter((guide) => !byLabel.has(guide))];
}

/** A leading `>` searches commands only. */
export function readTyped(text: string): { words: string; onlyCommands: boolean } {
  const typed = text.trim();
  return typed.startsWith('>')
    ? { words: typed.slice(1).trim(), onlyCommands: true }
    : { words: typed, onlyCommands: false };
}
