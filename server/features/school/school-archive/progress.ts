/** Called often. A rejection ends the export. */
export type Progress = (done: number, total: number) => Promise<void> | void;

/** Adds units of finished work. Zero units are a sign that the export goes on. */
export type Step = (units: number) => Promise<void> | void;

/** A row in one form is a unit, and so is this much of a file. */
const UNIT_BYTES = 1024;

export const unitsOf = (bytes: number) => bytes / UNIT_BYTES;
