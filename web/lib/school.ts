/** The school that runs this installation, from the configuration of the server. */
export type School = {
  name: string;
  slogan: string;
  supportEmail: string;
  /** Digits with country code, or null without WhatsApp. */
  whatsapp: string | null;
  companyId: string | null;
  priceCents: number;
  /** The host of PUBLIC_URL, to which passkeys belong; null: the host where the product is opened. */
  publicHost: string | null;
  /** Whether people may log in with their Google account. */
  google: boolean;
  /** Whether content of the example school is still shown. */
  hasSample: boolean;
  /** Whether the login page asks for accounts of the example school that open by one press. */
  hasExampleLogins: boolean;
  /** Whether browsers may register a service worker; an operator can switch it off. */
  hasWorker: boolean;
  /** Whether e-mails are sent: without a mail server they are stored in a folder. */
  sendsMail: boolean;
  /** The offset from UTC in minutes, valid between two moments; null: Intl is used. */
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
  hasExampleLogins: false,
  hasWorker: false,
  sendsMail: true,
  clock: null,
};

/** The server writes it into the app shell; without a server (unit tests) the defaults apply. */
function readSchool(): School {
  if (typeof document === 'undefined') return defaults;
  const content = document.querySelector<HTMLMetaElement>('meta[name="alvorada:school"]')?.content;
  if (!content?.startsWith('{"')) return defaults;
  return { ...defaults, ...(JSON.parse(content) as Partial<School>) };
}

export const school: School = readSchool();

/** Updates the school in place: after its owner saved, and on the server before each render. */
export const renewSchool = (changed: Partial<School>): void => {
  Object.assign(school, changed);
};
