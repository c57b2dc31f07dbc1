/**
 * Where the toast is rendered: always in the flow of the front layer, so that it pushes content and never covers it.
 * The page has a slot at its end, a bar of actions has one above its buttons, a dialog one above its footer.
 */
type Slot = { element: HTMLElement; rank: number };

const slots: Slot[] = [];

const make = (): HTMLElement => {
  const element = document.createElement('section');
  element.setAttribute('aria-label', 'Avisos');
  // Prevents an open dialog from hiding this region; the toast inside has its own urgency.
  element.setAttribute('aria-live', 'off');
  element.setAttribute('data-toaster', '');
  element.className = 'in-data-action-bar:px-0 px-4 py-3 empty:hidden md:[&>*]:max-w-[420px]';
  return element;
};

let made: HTMLElement | undefined;

/** One element that moves from slot to slot: its toast keeps its timer and its focus order. */
export const toastHost = (): HTMLElement => {
  made ??= make();
  return made;
};

/** The slot in front: the newest dialog, otherwise the bar of actions, otherwise the end of the page. */
const front = () => slots.reduce<Slot | null>((best, slot) => (best && best.rank > slot.rank ? best : slot), null);

function moveToFrontSlot(): void {
  const slot = front();
  if (!slot || toastHost().parentElement === slot.element) return;
  slot.element.append(toastHost());
  pushContentUp();
}

const actions = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** Scrolls up, by the height of the toast, what the toast would cover or clip. */
export function pushContentUp(): void {
  // Without a toast nothing is measured: that would force a layout of the full page during its first render.
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

/** The closest scrolling ancestor: one column of a dialog, otherwise its full content. */
function scrollerOf(element: Element, whole: Element): Element {
  for (let around = element.parentElement; around && around !== whole; around = around.parentElement) {
    const isScrolling = /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (isScrolling && around.scrollHeight > around.clientHeight) return around;
  }
  return whole;
}

const OVER = 2;

/** A ref callback. The same function for each kind of slot, so that a re-render does not move the toast. */
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
/** Right after the scrolling element of the dialog or sheet. */
export const dialogToasts = slotOf(OVER);
