/**
 * What a page says to the service worker. `entry` is the path of the script that it began with, `passed` the address of
 * its document where that came past the worker; `forget`: nobody is logged in here any more.
 */
export type PageMessage = { kind: 'ready'; entry: string; passed: string | null } | { kind: 'forget' };

/** What the service worker says to a page. */
export type WorkerMessage = { kind: 'new-version' };
