import { useRef } from 'react';

/** A dialog that a menu item opens returns the focus to the menu's button: the item is about to be removed. */
function openerOf(element: Element | null): Element | null {
  const menuButtonId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menuButtonId ? document.getElementById(menuButtonId) : element;
}

/**
 * Dialogs here are opened by state, without a Radix trigger: Radix would leave the focus on the body of the page. These
 * handlers restore it.
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
      // No scroll: a result of the palette may have scrolled the page to one of its parts, away from the header.
      if (opener.current.isConnected) opener.current.focus({ preventScroll: true });
      // The dialog may have removed its opener: then `[data-focus-next]` of the page takes the focus.
      else document.querySelector<HTMLElement>('[data-focus-next]')?.focus();
    },
  };
}
