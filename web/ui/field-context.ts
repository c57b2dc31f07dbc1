import { createContext, useContext } from 'react';

type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

export const FieldContext = createContext<FieldControl | null>(null);

/** What the surrounding Field gives to its control; own props of the control win. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}
