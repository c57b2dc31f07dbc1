/** Makes a poster and sizes for the web of a recording. */
export const PREPARE_JOB = 'prepare-recording';
