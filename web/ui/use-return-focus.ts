import { useRef } from 'react';

/** What was chosen in a menu opens from the menu's button: the item itself is about to go. */
function openerOf(element: Element | null): Element | null {
  const menuButtonId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menuButtonId ? document.getElementById(menuButtonId) : element;
}

/**
 * Dialogs here are opened by state, without a trigger that Radix knows of: it would leave the focus on the
 * page's body. These handlers give it back to where it was.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    rememberOpener: () => {
      opener.current = openerOf(document.activeElement);
    },
    returnToOpener: (event: Event) => {
      if (event.defaultPrevented || !(opener.current instanceof HTMLElement)) return;
      event.preventDefault();
      // What was done in the dialog may have taken its opener away: then the page says what is read next.
      const next = opener.current.isConnected
        ? opener.current
        : document.querySelector<HTMLElement>('[data-focus-next]');
      next?.focus();
    },
  };
}
