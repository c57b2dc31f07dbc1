/**
 * What a page says to the service worker. `entry` is the path of the script that it began with; `forget`: nobody is
 * logged in here any more.
 */
export type PageMessage = { kind: 'ready'; entry: string } | { kind: 'forget' };

/** What the service worker says to a page. */
export type WorkerMessage = { kind: 'new-version' };
