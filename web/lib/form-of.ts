/** A form with these fields, in this order: the server reads what comes before a file first. Undefined ones are left out. */
export function formOf(fields: Readonly<Record<string, string | File | undefined>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}
