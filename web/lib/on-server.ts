/** Whether a screen is being drawn by the server, for the document: no window, no effects, nobody who presses anything. */
export const isOnServer: boolean = import.meta.env.SSR;
