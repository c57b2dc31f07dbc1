/** The school that runs this installation, as the server's configuration names it. */
export type School = {
  name: string;
  slogan: string;
  supportEmail: string;
  /** Digits with country code, or null where the school has no WhatsApp. */
  whatsapp: string | null;
  companyId: string | null;
  priceCents: number;
  /** The host of PUBLIC_URL, to which passkeys belong; null: wherever the product is opened. */
  publicHost: string | null;
  /** Whether people may enter by their Google account. */
  google: boolean;
  /** Whether the example school is still among what people see. */
  hasSample: boolean;
  /** Whether browsers may keep a service worker; an operator can call it back. */
  hasWorker: boolean;
  /** Whether e-mails leave: without a mail server they are stored in a folder. */
  sendsMail: boolean;
  /** How many minutes before or after UTC its clock is, between two moments; null: Intl is asked. */
  clock: { from: number; until: number; minutes: number } | null;
};

const defaults: School = {
  name: 'Alvorada',
  slogan: 'Antes da farda, a alvorada.',
  supportEmail: 'suporte@alvorada.example',
  whatsapp: null,
  companyId: null,
  priceCents: 29_700,
  publicHost: null,
  google: false,
  hasSample: false,
  hasWorker: false,
  sendsMail: true,
  clock: null,
};

/** The server writes it into the app shell; where no server filled the shell (unit tests) the defaults hold. */
function readSchool(): School {
  if (typeof document === 'undefined') return defaults;
  const content = document.querySelector<HTMLMetaElement>('meta[name="alvorada:school"]')?.content;
  if (!content?.startsWith('{"')) return defaults;
  return { ...defaults, ...(JSON.parse(content) as Partial<School>) };
}

export const school: School = readSchool();

/** What its owner has just saved, for the page that is open; and for the server, which draws for the school of the moment. */
export const renewSchool = (changed: Partial<School>): void => {
  Object.assign(school, changed);
};
