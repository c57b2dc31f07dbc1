import type { ReactNode } from 'react';

/** What the server knows and the build does not: names of server/http/pages-values.ts. */
export type Slot =
  | 'schoolName'
  | 'schoolIsAlvorada'
  | 'schoolIsOther'
  | 'schoolSlogan'
  | 'supportEmail'
  | 'whatsappUrl'
  | 'companyId'
  | 'instagramUrl'
  | 'facebookUrl'
  | 'youtubeUrl'
  | 'anySocial'
  | 'publicUrl'
  | 'price'
  | 'priceFigure'
  | 'priceDecimal'
  | 'fullPrice'
  | 'discount'
  | 'places'
  | 'installments'
  | 'installmentPrice';

/** A place in the page that the server fills, escaped for HTML. */
export const slot = (name: Slot): string => `{{${name}}}`;

/** The same inside a JSON string. */
export const jsonSlot = (name: Slot): string => `{{json:${name}}}`;

/** A part of the page that stands only where the configuration gives the value. Does not nest. */
export function When({ has, children }: { has: Slot; children: ReactNode }): ReactNode {
  return (
    <>
      {`{{#${has}}}`}
      {children}
      {`{{/${has}}}`}
    </>
  );
}
