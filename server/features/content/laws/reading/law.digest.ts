import { sourceOfPdf } from './read-law-source.ts';

/** What leaves the worker of a norm in PDF. */
export const digest = sourceOfPdf;
