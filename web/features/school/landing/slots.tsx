import type { ReactNode } from 'react';

/**
 * Values that the server knows and the build does not: names of
 * server/features/school/public-pages/values/page-values.ts.
 */
export type Slot =
  | 'schoolName'
  | 'schoolIsAlvorada'
  | 'schoolIsOther'
  | 'schoolSlogan'
  | 'brandColour'
  | 'iconSmall'
  | 'iconVector'
  | 'iconTouch'
  | 'linkPicture'
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
  /* Which means of payment the page promises: one of the first four. */
  | 'cardAndSlip'
  | 'onlyCard'
  | 'onlySlip'
  | 'onlyPix'
  | 'whatsappHelp'
  /* Who confirms a payment: the school by a proof, or a provider. One of the two. */
  | 'byProof'
  | 'byProvider'
  /* 'cartão ou boleto', or the one of them that the page mentions. */
  | 'otherMeans'
  /* Counted by the product; missing at zero. */
  | 'questionCount'
  | 'lessonCount'
  | 'mockExamCount'
  | 'trial'
  | 'noTrial'
  | 'trialTitle'
  | 'trialHtml';

/** A placeholder that the server fills, escaped for HTML. */
export const slot = (name: Slot): string => `{{${name}}}`;

/** A placeholder for HTML that the server generates. */
export const htmlSlot = (name: Slot): string => `{{html:${name}}}`;

/** A placeholder inside a JSON string. */
export const jsonSlot = (name: Slot): string => `{{json:${name}}}`;

/** Text that is shown only when the value exists. May be nested in a section of another condition, once. */
export const when = (has: Slot, text: string): string => `{{#${has}}}${text}{{/${has}}}`;

/** The same with an optional condition. */
export const Maybe = ({ has, children }: { has: Slot | undefined; children: ReactNode }): ReactNode =>
  has ? <When has={has}>{children}</When> : children;

/** A section of the page that is shown only when the configuration has the value. */
export function When({ has, children }: { has: Slot; children: ReactNode }): ReactNode {
  return (
    <>
      {`{{#${has}}}`}
      {children}
      {`{{/${has}}}`}
    </>
  );
}
