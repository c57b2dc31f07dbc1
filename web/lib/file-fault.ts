import { isFinal } from './api.ts';

/**
 * The title above the message for a file that was not taken. When the server is busy or the network is lost, the
 * person's file has no fault: it may be sent again as it is.
 */
export const fileFaultTitle = (error: unknown, title: string): string =>
  isFinal(error) ? title : 'O arquivo ainda não foi lido';
