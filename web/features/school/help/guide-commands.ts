import type { User } from '#contract/platform/users.ts';
import { paths } from '#web/lib/paths.ts';
import { partsFor } from './guide-parts.ts';
import { readersFor } from './readers.ts';

/** The parts of the guides that a user may read, for the palette: each once, from the guide closest to the user. */
export function guideCommands(user: User) {
  const commands = readersFor(user)
    .toReversed()
    .flatMap((reader) =>
      partsFor(reader).map(({ anchor, label, topic, words }) => ({
        ...{ label, note: topic, words: `${topic} ${words}`, path: `${paths.helpFor(reader)}#${anchor}` },
      })),
    );
  const seen = new Set<string>();
  return commands.filter(({ path }) => {
    const anchor = path.slice(path.indexOf('#'));
    return !seen.has(anchor) && seen.add(anchor);
  });
}
