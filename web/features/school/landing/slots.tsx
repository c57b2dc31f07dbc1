import type { ReactNode } from 'react';

/** What the server knows and the build does not: names of server/features/school/public-pages/values/page-values.ts. */
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
  | 'installmentPrice'
  /* What of its promises the page tells of: one of the first four. */
  | 'cardAndSlip'
  | 'onlyCard'
  | 'onlySlip'
  | 'onlyPix'
  | 'whatsappHelp'
  /* Who confirms a payment: the school by its proof, or a provider. One of the two. */
  | 'byProof'
  | 'byProvider'
  /* 'cartão ou boleto', or of them what the page tells of. */
  | 'otherMeans'
  /* Counted by the product; missing at zero. */
  | 'questionCount'
  | 'lessonCount'
  | 'mockExamCount'
  | 'trial'
  | 'noTrial'
  | 'trialTitle'
  | 'trialHtml';

/** A place in the page that the server fills, escaped for HTML. */
export const slot = (name: Slot): string => `{{${name}}}`;

/** The same for HTML of the server's own making. */
export const htmlSlot = (name: Slot): string => `{{html:${name}}}`;

/** The same inside a JSON string. */
export const jsonSlot = (name: Slot): string => `{{json:${name}}}`;

/** A piece of a text that stands only where the value is there. Nests in a part of another condition, once. */
export const when = (has: Slot, text: string): string => `{{#${has}}}${text}{{/${has}}}`;

/** The same where there may be no condition. */
export const Maybe = ({ has, children }: { has: Slot | undefined; children: ReactNode }): ReactNode =>
  has ? <When has={has}>{children}</When> : children;

/** A part of the page that stands only where the configuration gives the value. */
export function When({ has, children }: { has: Slot; children: ReactNode }): ReactNode {
  return (
    <>
      {`{{#${has}}}`}
      {children}
      {`{{/${has}}}`}
    </>
  );
}
