/**
 * Messages of a page to the service worker. `entry` is the path of the script that the page started with; `passed` is
 * the address of its document when that bypassed the worker; `forget`: the session has ended.
 */
export type PageMessage = { kind: 'ready'; entry: string; passed: string | null } | { kind: 'forget' };

/** Messages of the service worker to a page. */
export type WorkerMessage = { kind: 'new-version' };
