import { sessionStore } from '#web/lib/safe-storage.ts';

/** In this tab: the document at `/` was requested without a session, which is the landing page. */
const ASKED = 'landingAsked';

export const landingAsked = {
  is: () => sessionStore.read(ASKED) !== null,
  /** False: this browser stores nothing. */
  note: () => sessionStore.write(ASKED, 'yes'),
  /** Called when a user is logged in: after the next logout the landing page may be requested again. */
  forget: () => sessionStore.remove(ASKED),
};
