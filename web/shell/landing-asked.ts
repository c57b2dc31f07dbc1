import { sessionStore } from '#web/lib/safe-storage.ts';

/** In this tab: `/` without a session was asked for as a document, which is the landing page. */
const ASKED = 'landingAsked';

export const landingAsked = {
  is: () => sessionStore.read(ASKED) !== null,
  /** False: this browser keeps nothing. */
  note: () => sessionStore.write(ASKED, 'yes'),
  /** Somebody is logged in: the next time nobody is, it may be asked for again. */
  forget: () => sessionStore.remove(ASKED),
};
