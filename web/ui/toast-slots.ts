/**
 * Where the message stands: always in the flow of what is in front, so that it pushes and never covers. The page has
 * a place at its end, a bar of actions one above its buttons, a dialog one above its footer.
 */
type Slot = { element: HTMLElement; rank: number };

const slots: Slot[] = [];

const make = (): HTMLElement => {
  const element = document.createElement('section');
  element.setAttribute('aria-label', 'Avisos');
  // Keeps an open dialog from hiding this region; the message inside has its own urgency.
  element.setAttribute('aria-live', 'off');
  element.setAttribute('data-toaster', '');
  element.className = 'in-data-action-bar:px-0 px-4 py-3 empty:hidden md:[&>*]:max-w-[420px]';
  return element;
};

let made: HTMLElement | undefined;

/** One element that moves from place to place: the message in it keeps its time and its focus order. */
export const toastHost = (): HTMLElement => {
  made ??= make();
  return made;
};

/** The place in front: the newest dialog, else the bar of actions, else the page's end. */
const front = () => slots.reduce<Slot | null>((best, slot) => (best && best.rank > slot.rank ? best : slot), null);

function moveToFrontSlot(): void {
  const slot = front();
  if (!slot || toastHost().parentElement === slot.element) return;
  slot.element.append(toastHost());
  pushContentUp();
}

const actions = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** What the message would come to lie over, or would clip, is moved up by its height. */
export function pushContentUp(): void {
  // Nothing is said: measuring would make the browser lay the whole page out, in the middle of its first drawing.
  if (!toastHost().hasChildNodes()) return;
  const { top, bottom, height } = toastHost().getBoundingClientRect();
  const slot = front();
  if (!slot || height === 0) return;
  const scroller = slot.rank === OVER ? slot.element.previousElementSibling : document.scrollingElement;
  const isInTheWay = (action: Element) => {
    const box = action.getBoundingClientRect();
    return box.height > 0 && box.bottom > top && box.top < bottom && !toastHost().contains(action);
  };
  if (!scroller) return;
  const covered = [...scroller.querySelectorAll(actions)].filter(isInTheWay);
  const moved = new Set(covered.map((action) => scrollerOf(action, scroller)));
  for (const one of moved) one.scrollBy({ top: height, behavior: 'instant' });
}

/** The closest ancestor that scrolls: one column of a dialog, else its whole content. */
function scrollerOf(element: Element, whole: Element): Element {
  for (let around = element.parentElement; around && around !== whole; around = around.parentElement) {
    const isScrolling = /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (isScrolling && around.scrollHeight > around.clientHeight) return around;
  }
  return whole;
}

const OVER = 2;

/** A ref. Always the same function for a kind of place, so that drawing it again does not move the message. */
const slotOf = (rank: number) => (element: HTMLElement | null) => {
  if (!element) return;
  const slot = { element, rank };
  slots.push(slot);
  moveToFrontSlot();
  return () => {
    slots.splice(slots.indexOf(slot), 1);
    moveToFrontSlot();
  };
};

export const pageToasts = slotOf(0);
export const barToasts = slotOf(1);
/** Stands right after what scrolls in the dialog or sheet. */
export const dialogToasts = slotOf(OVER);
