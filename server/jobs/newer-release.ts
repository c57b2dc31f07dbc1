/**
 * Thrown by a job that needs what only a newer release knows, such as a kind of notification. Two releases share the
 * queues during an upgrade: the job goes back into its queue for a server of the other one.
 */
export class NeedsNewerRelease extends Error {}

/** Pauses from a minute to an hour: about two days, longer than two releases serve side by side. */
export const MOST_PASSES = 53;
export const secondsBeforePass = (passes: number) => Math.min(3600, 60 * 2 ** passes);
