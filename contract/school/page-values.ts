import type { placeholders } from './site-content.ts';

/** Which means of payment the landing page names: the keys of `pricing.methods` in its content. */
export type PaymentMethods = 'cardAndSlip' | 'onlyCard' | 'onlySlip' | 'onlyPix';

/** Values that the owner's texts may name. Null: a sentence or line that names it is left out. */
export type NamedValues = Record<(typeof placeholders)[keyof typeof placeholders], string | null>;

/** Everything that the public pages show besides the owner's texts. The server provides it, the pages render it. */
export type PageValues = NamedValues & {
  schoolName: string;
  supportEmail: string;
  price: string;
  fullPrice: string;
  /** The price without 'R$', and in the form of structured data. */
  priceFigure: string;
  priceDecimal: string;
  brandColour: string;
  /** The `<style>` element of a school with its own colours. */
  brandStyle: string | null;
  iconSmall: string;
  iconVector: string | null;
  iconTouch: string;
  linkPicture: string;
  publicUrl: string | null;
  companyId: string | null;
  whatsappUrl: string | null;
  instagramUrl: string | null;
  facebookUrl: string | null;
  youtubeUrl: string | null;
  methods: PaymentMethods;
  /** False: the lines that promise WhatsApp are left out. */
  helpsByWhatsapp: boolean;
  /** A provider confirms payments; otherwise the school does, by a proof. */
  confirmsPayments: boolean;
  /** The free trial with its trusted HTML; null while it is closed. */
  trial: { title: string; html: string } | null;
};
