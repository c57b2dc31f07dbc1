import type { Bars } from './bars.ts';

/**
 * Statements and bytes of one request, at most, by scenario at size S: they do not depend on the machine. May only be
 * lowered; who raises one says why in the commit.
 */
export const limits: Readonly<Record<string, Required<Pick<Bars, 'statements' | 'bytes'>>>> = {};
