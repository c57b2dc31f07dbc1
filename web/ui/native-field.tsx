import {
  type ChangeEvent,
  type ComponentProps,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { isOfDocument } from '#web/lib/hydration.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether the user changed the field after the server rendered it. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    // When the server selected none, the browser shows the first one.
    return options.some((one) => one.defaultSelected) && options.some((one) => one.selected !== one.defaultSelected);
  }
  if (field instanceof HTMLInputElement) {
    if (field.type === 'file') return field.files !== null && field.files.length > 0;
    // A radio that was deselected is ignored: the one that was selected reports the change.
    if (field.type === 'radio') return field.checked && !field.defaultChecked;
    if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
  }
  return field.value !== untouchedValueOf(field);
}

/** The value as the browser normalises it: it drops an invalid date, and changes line ends. */
function untouchedValueOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  const untouched = document.createElement(field instanceof HTMLInputElement ? 'input' : 'textarea');
  if (untouched instanceof HTMLInputElement) untouched.type = field.type;
  untouched.defaultValue = field.defaultValue;
  return untouched.value;
}

/**
 * Input in the server's HTML before hydration. React keeps the field's value but fires no event, and the next render
 * would restore the old value: so `onChange` is called as soon as the field is hydrated.
 */
function useEarlyChange<F extends Field>(
  field: RefObject<F | null>,
  onChange: ((event: ChangeEvent<F, F>) => void) | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after the first render, which hydrates
  useLayoutEffect(() => {
    const { current } = field;
    if (!current || !isOfDocument(current) || !isChanged(current)) return;
    onChange?.({ target: current, currentTarget: current } as ChangeEvent<F, F>);
  }, []);
}

/** Every field of the app is one of these three: none loses input from before hydration. */
export function NativeInput({ ref, ...props }: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLInputElement);
  useEarlyChange(field, props.onChange);
  return <input ref={field} {...props} />;
}

export function NativeTextarea({ ref, ...props }: ComponentProps<'textarea'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement);
  useEarlyChange(field, props.onChange);
  return <textarea ref={field} {...props} />;
}

export function NativeSelect({ ref, ...props }: ComponentProps<'select'>) {
  const field = useRef<HTMLSelectElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLSelectElement);
  useEarlyChange(field, props.onChange);
  return <select ref={field} {...props} />;
}
