import type { BodyInput } from '#contract/endpoint.ts';
import type {
  SettingName,
  Settings,
  SettingValue,
  SettingValues,
  updateSettings,
} from '#contract/platform/settings.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { formatMoney } from '#web/lib/format.ts';
import { readMoney } from '#web/lib/money.ts';

/** As the fields hold them: an empty one is none. */
export type SettingFields = {
  [N in SettingName]: SettingValues[N] extends boolean ? boolean : string;
};

export const settingLabels: Record<SettingName, string> = {
  schoolName: 'Nome da escola',
  schoolSlogan: 'Slogan',
  logo: 'Logo para fundo claro',
  logoDark: 'Logo para fundo escuro',
  mark: 'Símbolo',
  colour: 'Cor principal',
  accent: 'Cor de destaque',
  companyId: 'CNPJ',
  supportEmail: 'E-mail de suporte',
  whatsappNumber: 'WhatsApp',
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  pixKey: 'Chave PIX',
  pixMerchantName: 'Nome que aparece para quem paga',
  pixMerchantCity: 'Cidade que aparece para quem paga',
  holidayCarnival: 'Carnaval',
  holidayCorpusChristi: 'Corpus Christi',
  secondFactor: 'Segundo fator',
  comments: 'Comentários dos alunos nas questões',
  commentWords: 'Palavras que esperam um professor',
  hidesCard: 'Cartão escondido na página de vendas',
  hidesSlip: 'Boleto escondido na página de vendas',
  hidesWhatsapp: 'WhatsApp escondido na página de vendas',
  reminderHours: 'Primeiro lembrete de um PIX não pago, em horas',
  reminderDays: 'Segundo lembrete, em dias',
  cardTotalCents: 'Total no cartão',
  couponHours: 'Horas de reserva de um cupom com limite de usos',
};
const names = Object.keys(settingLabels) as SettingName[];

const asField = (name: SettingName, value: SettingValue | null): string | boolean => {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' && name === 'cardTotalCents' ? formatMoney(value) : String(value ?? '');
};

export const fieldsOf = ({ values, version }: Settings): Snapshot<SettingFields> => ({
  value: Object.fromEntries(names.map((name) => [name, asField(name, values[name])])) as SettingFields,
  revision: version,
  savedAt: null,
});

/** Typed as people write it: (11) 99999-8888 is of Brazil. */
export function whatsappDigits(typed: string): string {
  const digits = typed.replace(/[\s().-]/g, '');
  return /^\d{10,11}$/.test(digits) ? `55${digits}` : digits;
}

/** Where a name of each network leads: '@cursofarol' is an address, too. */
const networks: Partial<Record<SettingName, string>> = {
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
  youtube: 'https://www.youtube.com/@',
};

/** Typed as a name, as an address without its beginning, or whole. */
export function networkAddress(name: SettingName, typed: string): string {
  const start = networks[name];
  if (!start || /^https?:\/\//i.test(typed)) return typed;
  const [host = ''] = typed.split('/');
  if (host !== typed && host.includes('.')) return `https://${typed}`;
  return /^@?[\w.-]+$/.test(typed) ? start + typed.replace(/^@/, '') : typed;
}

/** Typed as digits, sent as numbers. */
const counts: readonly SettingName[] = ['couponHours', 'reminderHours', 'reminderDays'];

const asSent = (name: SettingName, field: string | boolean): SettingValue | null => {
  if (typeof field === 'boolean') return field;
  const text = field.trim();
  if (text === '') return null;
  if (name === 'cardTotalCents') return readMoney(text);
  if (counts.includes(name)) return Number(text);
  return name === 'whatsappNumber' ? whatsappDigits(text) : networkAddress(name, text);
};

type Changes = Omit<BodyInput<typeof updateSettings>, 'version'>;

/** The fields that differ from the stored ones, in the format of the server. */
export const changesOf = (fields: SettingFields, stored: SettingFields): Changes =>
  Object.fromEntries(
    names
      .map((name) => [name, asSent(name, fields[name]), asSent(name, stored[name])] as const)
      .filter(([, mine, theirs]) => mine !== theirs)
      .map(([name, mine]) => [name, mine]),
  );

export const secondFactorChoices = ['optional', 'required-for-admins'] as const;
export const secondFactorWords: Record<SettingValues['secondFactor'], string> = {
  optional: 'Opcional',
  'required-for-admins': 'Obrigatório para administradores e secretaria',
};

export const commentChoices = ['on', 'paying', 'off'] as const;
export const commentWords: Record<SettingValues['comments'], string> = {
  on: 'Todos os alunos escrevem',
  paying: 'Só quem comprou escreve',
  off: 'Desligados',
};

/** A value as people read it. */
export function inWords(name: SettingName, value: SettingValue | null): string {
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (value === null || value === '') return 'vazio';
  if (typeof value === 'number') return String(asField(name, value));
  if (name === 'logo' || name === 'logoDark' || name === 'mark') return value.replace(/^\/api\/media\//, 'Imagem ');
  if (name === 'comments') return commentWords[value as SettingValues['comments']] ?? value;
  return name === 'secondFactor' ? (secondFactorWords[value as SettingValues['secondFactor']] ?? value) : value;
}

export const settingLines = (fields: SettingFields): Line[] =>
  names.map((name) => ({ name, label: settingLabels[name], text: inWords(name, fields[name]) }));
