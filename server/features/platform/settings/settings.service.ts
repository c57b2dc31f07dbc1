import type { BodyOf } from '#contract/endpoint.ts';
import { SETTING_CHANGES_SHOWN } from '#contract/limits.ts';
import {
  type SettingName,
  type Settings,
  type SettingValue,
  type StoredSettings,
  settingNames,
  settingRules,
  type updateSettings,
} from '#contract/platform/settings.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readNewestEvents, recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError } from '#server/http/errors.ts';
import { SETTINGS_TOPIC } from '#server/school/live-school.ts';
import { readSettings } from '#server/school/school.store.ts';
import { type SchoolProblem, schoolOf, valuesOf } from '#server/school/school.ts';
import { findPictureFile } from '#server/school/school-pictures.store.ts';
import { findMailProof } from './mail-proof.service.ts';
import { listOtherAdmins, lockSettings, saveSettings } from './settings.store.ts';

type Admin = { id: string };
type Wish = Omit<BodyOf<typeof updateSettings>, 'version'>;

/** The subject of every audit event of a setting. */
const SUBJECT = 'settings';
const ADMINS_NOTIFIED = 50;
const ofMoney: readonly SettingName[] = ['pixKey', 'pixMerchantName', 'pixMerchantCity'];

const isFixed = (deps: Deps, name: SettingName) => deps.config.fixedSettings[name] !== undefined;

export async function getSettings(deps: Deps): Promise<Settings> {
  const { stored, version } = await readSettings(deps.db);
  return {
    version,
    values: valuesOf(deps.config.fixedSettings, stored),
    fixed: settingNames.filter((name) => isFixed(deps, name)),
    provider: deps.config.pixProvider?.name ?? null,
    mail: {
      sender: deps.mail.sender(),
      isSent: deps.mail.transport() !== null,
      provenAt: (await findMailProof(deps))?.toISOString() ?? null,
    },
  };
}

/** What the owner reads where a setting cannot be used. */
const inWords: Partial<Record<SettingName, string>> = {
  supportEmail: 'A escola precisa de um e-mail de suporte.',
  pixKey:
    'Informe um CPF ou CNPJ com os dígitos certos, um e-mail, um telefone como +5511943214321 ou uma chave aleatória.',
  pixMerchantName: 'Use até 25 letras, como o banco mostra.',
  pixMerchantCity: 'Use até 15 letras, como o banco mostra.',
};

export function refuseProblem({ setting }: SchoolProblem): AppError {
  const message = inWords[setting] ?? 'Confira este campo.';
  return new AppError('bad_request', 'Confira os dados enviados.', { fields: { [setting]: message } });
}

type Change = { name: SettingName; before: SettingValue | null; after: SettingValue | null };

/** The requested settings that differ from the stored ones. */
const changesOf = (stored: StoredSettings, wish: Wish): Change[] =>
  settingNames.flatMap((name) => {
    const after = wish[name];
    const before = stored[name] ?? null;
    return after === undefined || after === before ? [] : [{ name, before, after }];
  });

export async function changeSettings(deps: Deps, admin: Admin, { version, ...wish }: BodyOf<typeof updateSettings>) {
  await transact(deps, async (tx) => {
    const now = deps.clock.now();
    const standing = await lockSettings(tx, now);
    const changes = changesOf(standing.stored, wish);
    if (changes.length === 0) return;
    refuseFixed(deps, changes);
    if (version !== standing.version) {
      throw new AppError('version_conflict', 'Outra pessoa mudou as configurações. Confira e salve de novo.');
    }
    await requirePictures(tx, changes);
    await saveChanges(deps, tx, { actorId: admin.id, changes, standing });
    if (changes.some(({ name }) => ofMoney.includes(name))) await notifyAdmins(deps, tx, admin, standing.version + 1);
  });
  // The others hear it on the bus; who changed it reads it in the answer.
  await deps.school.renew();
  return getSettings(deps);
}

function refuseFixed(deps: Deps, changes: Change[]): void {
  const fixed = changes.filter(({ name }) => isFixed(deps, name));
  if (fixed.length === 0) return;
  const message = 'Fixado na configuração do servidor.';
  const fields = Object.fromEntries(fixed.map(({ name }) => [name, message]));
  throw new AppError('setting_fixed', 'O servidor fixa este valor: ele não muda por aqui.', { fields });
}

const pictures: readonly SettingName[] = ['logo', 'logoDark', 'mark'];

/** Pictures that the library has; from then on they are in use there. */
async function requirePictures(tx: Tx, changes: Change[]): Promise<void> {
  for (const { name, after } of changes.filter((change) => pictures.includes(change.name))) {
    if (typeof after !== 'string' || (await findPictureFile(tx, after)) !== undefined) continue;
    throw new AppError('bad_request', 'Confira os dados enviados.', {
      fields: { [name]: 'Esta imagem não existe mais.' },
    });
  }
}

type SettingsChange = {
  actorId: string | null;
  changes: Change[];
  standing: { stored: StoredSettings; version: number };
};

async function saveChanges(deps: Deps, tx: Tx, { actorId, changes, standing }: SettingsChange): Promise<void> {
  const wish = Object.fromEntries(changes.map(({ name, after }) => [name, after]));
  const next: StoredSettings = { ...standing.stored, ...wish };
  for (const name of settingNames) if (next[name] === null) delete next[name];
  const school = schoolOf(valuesOf(deps.config.fixedSettings, next), deps.config.isProduction);
  if ('problem' in school) throw refuseProblem(school);
  const at = deps.clock.now();
  await saveSettings(tx, next, standing.version + 1, at);
  for (const { name: setting, before, after } of changes) {
    await recordAudit(tx, {
      at,
      actorId,
      action: 'settings.changed',
      subject: SUBJECT,
      details: { setting, before, after },
    });
  }
  await deps.bus.publish(tx, SETTINGS_TOPIC, '');
}

async function notifyAdmins(deps: Deps, tx: Tx, admin: Admin, version: number): Promise<void> {
  for (const { id } of await listOtherAdmins(tx, admin.id, ADMINS_NOTIFIED)) {
    await deps.mail.send(tx, 'pix_changed', `${version}:${id}`, { userId: id, by: admin.id });
  }
}

/**
 * In production the environment must provide a key and an address before any administrator can log in to save them.
 * Its values are stored, so that a variable can be removed later and the setting edited in the product.
 */
export async function saveFixedSettings(deps: Deps): Promise<void> {
  if (!deps.config.isProduction) return;
  await transact(deps, async (tx) => {
    const standing = await lockSettings(tx, deps.clock.now());
    const changes = changesOf(standing.stored, deps.config.fixedSettings);
    if (changes.length > 0) await saveChanges(deps, tx, { actorId: null, changes, standing });
  });
}

export async function listSettingChanges(deps: Deps) {
  const events = await readNewestEvents(deps.db, SUBJECT, SETTING_CHANGES_SHOWN);
  return events.flatMap(({ at, by, details }) => {
    const { setting, before = null, after = null } = details as { setting?: string } & Partial<Change>;
    // Events are stored for long: an old setting may no longer exist.
    return setting && setting in settingRules ? [{ at, by, setting: setting as SettingName, before, after }] : [];
  });
}
