import { type FormEvent, useId, useRef, useState } from 'react';
import { fieldsOf } from '#web/lib/api.ts';
import { usePointOut } from './use-point-out.ts';

/** The error message of each invalid field. */
export type FieldErrors = Partial<Record<string, string>>;

type Issue = { path: readonly PropertyKey[]; message: string };

/** A body of the contract: it defines what a field may contain and its messages, once for both sides. */
type Schema<Body> = {
  safeParse: (values: unknown) => { success: true; data: Body } | { success: false; error: { issues: Issue[] } };
};

/** Errors by the field names of the server; the first error of each field. */
function errorsOf(issues: readonly Issue[]): FieldErrors {
  const found: FieldErrors = {};
  for (const { path, message } of issues) found[path.join('.')] ??= message;
  return found;
}

/**
 * The field errors of a form, from the contract before sending or from the server. The first invalid field scrolls into
 * view and takes the focus, so that screen readers read its text.
 */
export function useChecking<Area extends HTMLElement = HTMLFormElement>() {
  const { area, pointOut } = usePointOut<Area>();
  const [errors, setErrors] = useState<FieldErrors>({});
  const show = (found: FieldErrors): boolean => {
    setErrors(found);
    const isWrong = Object.values(found).some(Boolean);
    if (isWrong) pointOut();
    return isWrong;
  };
  return {
    area,
    errors,
    /** Shows errors from any source. True if there are any. */
    show,
    /** The parsed values; null when one is invalid, by the contract or by `more`. */
    check<Body>(schema: Schema<Body>, values: unknown, more: FieldErrors = {}): Body | null {
      const parsed = schema.safeParse(values);
      const isWrong = show({ ...(parsed.success ? {} : errorsOf(parsed.error.issues)), ...more });
      return parsed.success && !isWrong ? parsed.data : null;
    },
    /** Shows the field errors of the server. True if there are any: then no other message is needed. */
    refused: (error: unknown): boolean => show(fieldsOf(error)),
    /** These fields are being corrected: their errors are cleared. */
    mend(...names: string[]) {
      if (names.some((name) => errors[name])) {
        setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))));
      }
    },
  };
}

type FormOptions<Values, Body> = {
  initial: Values;
  /** Or a function that loads it, for a screen that is shown before any input: it is called at the first focus. */
  schema: Schema<Body> | (() => Promise<Schema<Body>>);
  /** Maps the values to the body of the contract, when they differ: a number typed as text. */
  bodyOf?: (values: Values) => unknown;
  /**
   * Changes the errors of the contract: adds those that only the form knows (a password typed twice), or picks the
   * first to show.
   */
  adjust?: (errors: FieldErrors, values: Values) => FieldErrors;
  onSubmit: (body: Body, values: Values) => void;
  /** In addition to the texts at the fields: the toast that the specification requires. */
  onWrong?: (errors: FieldErrors, values: Values) => void;
};

/** A form over one body of the contract. Longer edits with drafts use useEditing and useChecking. */
export function useForm<Values extends Record<string, string>, Body>(options: FormOptions<Values, Body>) {
  const { initial, schema, bodyOf = (values) => values, adjust = (errors) => errors, onSubmit, onWrong } = options;
  const id = useId();
  const [values, setValues] = useState(initial);
  const checking = useChecking();
  // A ref, because state is updated too late for a key that is pressed twice.
  const latest = useRef(values);
  const set = (wish: Partial<Values>) => {
    latest.current = { ...latest.current, ...wish };
    setValues(latest.current);
    checking.mend(...Object.keys(wish));
  };
  const check = (schema: Schema<Body>) => {
    const parsed = schema.safeParse(bodyOf(latest.current));
    const found = adjust(parsed.success ? {} : errorsOf(parsed.error.issues), latest.current);
    const isWrong = checking.show(found);
    if (parsed.success && !isWrong) onSubmit(parsed.data, latest.current);
    else onWrong?.(found, latest.current);
  };
  const isLoading = useRef(false);
  const submit = async () => {
    if (typeof schema !== 'function') return check(schema);
    if (isLoading.current) return;
    isLoading.current = true;
    const loaded = await schema().catch(() => null);
    isLoading.current = false;
    if (loaded) check(loaded);
    // The schema failed to load: the server validates by the same contract and returns the errors, or the network is
    // down.
    else onSubmit(bodyOf(latest.current) as Body, latest.current);
  };
  return {
    id,
    values,
    errors: checking.errors,
    show: checking.show,
    refused: checking.refused,
    set,
    submit,
    /** Resets the form for its next use. */
    reset: () => {
      latest.current = initial;
      setValues(initial);
      checking.show({});
    },
    /** Props of the form element. */
    props: {
      id,
      ref: checking.area,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
      onFocus: () => {
        // A failed load is retried when the form is submitted.
        if (typeof schema === 'function') schema().catch(() => undefined);
      },
    },
    /** Props of the control of one field. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value } as Partial<Values>),
    }),
  };
}
