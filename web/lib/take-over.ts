import { earlyEvents } from './early-events.ts';
import { pressedNow, pressWhenLetGo } from './press.ts';

/** Where an element stands in the app, and what it is called: the app draws the same again in its place. */
type ElementPath = { steps: number[]; name: string };

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const nameOf = (element: Element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;

function elementPathOf(root: Element, element: Element): ElementPath | null {
  const steps: number[] = [];
  for (let at = element; at !== root; ) {
    const parent = at.parentElement;
    if (!parent) return null;
    steps.unshift([...parent.children].indexOf(at));
    at = parent;
  }
  return { steps, name: nameOf(element) };
}

function elementAt(root: Element, { steps, name }: ElementPath): HTMLElement | null {
  const element = steps.reduce<Element | undefined>((at, step) => at?.children[step], root);
  return element instanceof HTMLElement && nameOf(element) === name ? element : null;
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';
const filesOf = (field: Field) => (field instanceof HTMLInputElement && field.files?.length ? field.files : null);

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (isBox(field)) return field.checked !== field.defaultChecked;
  return filesOf(field) !== null || field.value !== field.defaultValue;
}

/** Gives a field what was typed into the one that it replaces, as if it were typed now. */
function fill(field: HTMLElement | null, old: Field): void {
  if (!(field instanceof HTMLElement && 'value' in field)) return;
  if (isBox(old)) {
    field.click();
    return;
  }
  const files = filesOf(old);
  if (files) (field as HTMLInputElement).files = files;
  // React looks whether it has set the value itself; the element's own setter tells that somebody else did.
  else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, old.value);
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/**
 * The selection in a field. Addresses and numbers have no range to read or to set: for these it is `all` where the
 * browser says that everything is selected, so that the next key replaces it. Otherwise the caret goes to the end.
 */
function selectionIn(element: Element | null) {
  if (!isText(element)) return null;
  const { selectionStart, selectionEnd, selectionDirection, value } = element;
  if (selectionStart !== null) return [selectionStart, selectionEnd, selectionDirection ?? undefined] as const;
  return value && document.getSelection()?.toString() === value ? 'all' : null;
}

/** The whole of a press: most parts answer to its click, tabs and menus to its beginning. */
function pressOn(element: HTMLElement | null): void {
  if (!element) return;
  const how = { bubbles: true, cancelable: true };
  for (const [pointer, mouse] of [
    ['pointerdown', 'mousedown'],
    ['pointerup', 'mouseup'],
  ] as const) {
    element.dispatchEvent(new PointerEvent(pointer, { ...how, pointerType: 'mouse' }));
    element.dispatchEvent(new MouseEvent(mouse, how));
  }
  element.click();
}

/** What a person was doing on the document's own drawing: to them it was one screen all the time. */
export type Doing = {
  /** What was typed, chosen and focused. */
  goOn: () => void;
  /** The button that was pressed last. */
  press: () => void;
};

/** To be asked a moment before the app takes the place of what stands in the root. */
export function noteDoing(root: Element): Doing {
  const fields = [...root.querySelectorAll<Field>('input, textarea, select')]
    .filter(isChanged)
    .map((field) => ({ field, place: elementPathOf(root, field) }));
  const choosers = [...root.querySelectorAll<HTMLInputElement>('input[type=file]')].map((field) => ({
    field,
    place: elementPathOf(root, field),
  }));
  const folds = [...root.querySelectorAll('details')].map(({ open }, index) => ({ open, index }));
  const focused = document.activeElement;
  const focus = focused && root.contains(focused) ? elementPathOf(root, focused) : null;
  const selection = selectionIn(focused);
  const buttonAt = (target: EventTarget | null | undefined) => {
    const button = target instanceof Element ? target.closest('button') : null;
    return button && root.contains(button) ? elementPathOf(root, button) : null;
  };
  const press = buttonAt(
    earlyEvents().pressed.findLast((target) => target instanceof Element && target.closest('button')),
  );
  const held = buttonAt(pressedNow());
  const at = (place: ElementPath | null) => place && elementAt(root, place);
  let toPress: HTMLElement | null = null;
  const goOn = () => {
    // Found before anything is filled in again, which may change what stands around it, or a button's own name.
    toPress = at(press);
    const [field, toLetGo] = [at(focus), at(held)];
    for (const { old, now } of fields.map((one) => ({ old: one.field, now: at(one.place) }))) fill(now, old);
    // A chooser that is open belongs to the field that is gone: what is chosen there still comes.
    for (const { field: chooser, place } of choosers) {
      chooser.addEventListener('change', () => fill(at(place), chooser));
    }
    const now = root.querySelectorAll('details');
    // Where there are as many as before, each is the one that it was.
    if (now.length === folds.length) for (const { open, index } of folds) now[index]?.toggleAttribute('open', open);
    if (toLetGo) pressWhenLetGo(toLetGo);
    field?.focus({ preventScroll: true });
    if (!selection || !isText(field)) return;
    if (selection === 'all') field.select();
    else field.setSelectionRange(...selection);
  };
  return { goOn, press: () => pressOn(toPress) };
}
