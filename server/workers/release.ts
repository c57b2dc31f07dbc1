import { realpathSync } from 'node:fs';

/**
 * The release that workers are started with. The path of the first process leads through the link `current`, which
 * names another release during an upgrade. The link is resolved at the start and at every roll, not at every fork.
 */
export function startedRelease(path = process.argv[1] ?? '') {
  let main = realpathSync(path);
  return {
    main: () => main,
    /** Takes the release that the link names now, and returns the way back to the one before. */
    takeInstalled: (): (() => void) => {
      const before = main;
      main = realpathSync(path);
      return () => {
        main = before;
      };
    },
  };
}
