/** Whether the server is rendering a screen for the document: no window, no effects, no input. */
export const isOnServer: boolean = import.meta.env.SSR;
