import type { BodyOf } from '#contract/endpoint.ts';
import {
  type confirmClaim,
  type editClaim,
  type LandingClaim,
  type LandingClaims,
  RETURN_DAYS_BY_LAW,
} from '#contract/school/claims.ts';
import type { NamedValues } from '#contract/school/page-values.ts';
import { type CountedThing, type LandingContent, landingContent, placeholders } from '#contract/school/site-content.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { defaultOffer } from '#server/features/money/offers/offers.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, badRequest } from '#server/http/errors.ts';
import {
  countsIn,
  removeStatements,
  replaceText,
  type StatementField,
  withPlaceholders,
} from '#server/site/statements.ts';
import { claimCheck } from './claim-checks.ts';
import {
  type ClaimGroup,
  countsOnly,
  defaultStatements,
  grantsReturnDays,
  groupClaims,
  keyOf,
  openStatements,
} from './claim-rules.ts';
import { insertConfirmations } from './claims.store.ts';
import { mustDecideClaims, readConfirmed } from './claims-reading.ts';
import { pageValuesNow, readDefaultContent, readPage, readSchoolFacts, saveDraft } from './site-pages.service.ts';

type Admin = { id: string };
type Facts = Awaited<ReturnType<typeof readSchoolFacts>>;
type Offer = Awaited<ReturnType<typeof defaultOffer>>;

const draftOf = async (deps: Deps) => {
  const { draft, revision, isPublished } = await readPage(deps, 'landing');
  return { content: draft as LandingContent, revision, isPublished };
};

export async function readClaims(deps: Deps): Promise<LandingClaims> {
  const { content, revision, isPublished } = await draftOf(deps);
  const groups = groupClaims(content, deps.school.now.hidden);
  const [defaults, confirmed, facts, offer, values] = await Promise.all([
    readDefaultContent(),
    readConfirmed(deps.db, groups),
    readSchoolFacts(deps),
    defaultOffer(deps.db),
    pageValuesNow(deps, content),
  ]);
  const known = defaultStatements(defaults);
  const keys = new Set(confirmed.keys());
  const claims = groups.map((group): LandingClaim => {
    const { id, topic, statements } = group;
    const isOpen = openStatements(group, known, keys).length > 0;
    const confirmation = statements.flatMap(({ text }) => confirmed.get(keyOf(text)) ?? [])[0];
    const counted = countsOnly(topic) ? countedOf(content, group, topic, { facts, offer }) : null;
    return {
      id,
      topic,
      statements: [...new Set(statements.map(({ text }) => fillText(withPlaceholders(text), values, facts)))],
      parts: [...new Set(statements.map(({ part }) => part))],
      fields: uniqueFields(statements.flatMap(({ fields }) => fields)),
      state: counted ? 'counted' : isOpen ? 'open' : confirmation ? 'confirmed' : 'own',
      confirmation: confirmation
        ? { source: confirmation.source, by: confirmation.by, at: confirmation.at.toISOString() }
        : null,
      check: claimCheck(topic, { ...facts, now: deps.clock.now() }),
      notRemovable: whyNotRemovable(content, group),
      counted,
    };
  });
  return { isRequired: mustDecideClaims(deps), revision, isPublished, claims };
}

const uniqueFields = (fields: readonly StatementField[]): StatementField[] => [
  ...new Map(fields.map((field) => [`${field.path} ${field.text}`, field])).values(),
];

/** Fills in what visitors read. The page leaves a count of 0 or 1 out; the office reads it as a figure. */
function fillText(text: string, values: NamedValues, { questions, lessons, mockExams }: Facts): string {
  const counts: Partial<NamedValues> = {
    questionCount: String(questions),
    lessonCount: String(lessons),
    mockExamCount: String(mockExams),
  };
  return text.replace(/\{([^{}]*)\}/g, (name, key: keyof typeof placeholders) => {
    return values[placeholders[key]] ?? counts[placeholders[key]] ?? name;
  });
}

function countedOf(
  content: LandingContent,
  { statements }: ClaimGroup,
  thing: CountedThing,
  { facts, offer }: { facts: Facts; offer: Offer },
): LandingClaim['counted'] {
  const typed = statements.find(({ text }) => countsIn(text).includes(thing) && withPlaceholders(text) !== text);
  const count = thing === 'seats' ? (offer.placesLeft ?? 0) : facts[thing];
  return { thing, count, typed: typed?.text ?? null, isShown: !content.hiddenCounts?.includes(thing) };
}

/** Why a claim cannot be removed from the page; null when it can. */
function whyNotRemovable(content: LandingContent, { topic, statements }: ClaimGroup): string | null {
  if (topic === 'returnRight') {
    return `Direito de arrependimento em compra a distância: ${RETURN_DAYS_BY_LAW} dias. Só pode ficar ou crescer.`;
  }
  if (topic === 'paymentMeans') return 'Para tirar, esconda o cartão ou o boleto em Promessas da página de vendas.';
  return landingContent.safeParse(removeStatements(content, statements)).success
    ? null
    : 'A página precisa de um texto aqui: edite em vez de tirar.';
}

const overtaken = () => new AppError('version_conflict', 'A página mudou enquanto você lia. Confira de novo.');

/** Undefined: the page does not make this claim any more. */
async function findGroup(deps: Deps, id: string) {
  const { content, revision } = await draftOf(deps);
  const group = groupClaims(content, deps.school.now.hidden).find((one) => one.id === id);
  return { content, revision, group };
}

export async function confirm(deps: Deps, admin: Admin, id: string, body: BodyOf<typeof confirmClaim>) {
  const { content, group } = await findGroup(deps, id);
  if (!group) throw overtaken();
  const texts = [...new Set(group.statements.map(({ text }) => keyOf(text)))];
  const [values, facts] = await Promise.all([pageValuesNow(deps, content), readSchoolFacts(deps)]);
  // Only the texts that the admin has read on the screen are confirmed, not later edits.
  const read = new Set(body.statements);
  if (!texts.every((text) => read.has(fillText(text, values, facts)))) throw overtaken();
  if (body.source === '' && group.topic !== 'returnRight') {
    throw new AppError('bad_request', 'Confira os dados enviados.', {
      fields: { source: 'Diga de onde vem, para poder provar.' },
    });
  }
  await transact(deps, async (tx) => {
    const now = deps.clock.now();
    const fresh = await insertConfirmations(tx, texts, { source: body.source, by: admin.id, now });
    if (fresh.length === 0) return;
    const details = { claim: id, statement: fresh.join(' | '), source: body.source };
    await recordAudit(tx, { at: now, actorId: admin.id, action: 'claim.confirmed', subject: 'page:landing', details });
  });
  return readClaims(deps);
}

export async function edit(deps: Deps, admin: Admin, id: string, body: BodyOf<typeof editClaim>) {
  const { content, group } = await findGroup(deps, id);
  if (!group) throw overtaken();
  const known = new Set(group.statements.flatMap(({ fields }) => fields.map(({ path, text }) => `${path} ${text}`)));
  let next = content;
  for (const { path, text, next: wish } of body.fields) {
    if (!known.has(`${path} ${text}`)) throw overtaken();
    refuseShortReturn(group, text, wish);
    next = replaceText(next, { path, text }, wish) ?? next;
  }
  const read = landingContent.safeParse(next);
  if (!read.success) throw badRequest(read.error.issues);
  await saveDraft(deps, admin, 'landing', { revision: body.revision, content: read.data });
  return readClaims(deps);
}

/** A text that grants the statutory right of return may extend it, but must not shorten or drop it. */
function refuseShortReturn({ topic }: ClaimGroup, before: string, wish: string): void {
  if (topic !== 'returnRight' || grantsReturnDays(before) === null || grantsReturnDays(wish)) return;
  throw new AppError('bad_request', `A lei dá ${RETURN_DAYS_BY_LAW} dias: escreva ${RETURN_DAYS_BY_LAW} ou mais.`);
}

export async function remove(deps: Deps, admin: Admin, id: string, revision: number) {
  const { content, group } = await findGroup(deps, id);
  // Idempotent: a retry finds the claim already removed.
  if (!group) return readClaims(deps);
  const reason = whyNotRemovable(content, group);
  if (reason) throw new AppError('state_conflict', reason);
  await saveDraft(deps, admin, 'landing', { revision, content: removeStatements(content, group.statements) });
  return readClaims(deps);
}

export async function setCountShown(
  deps: Deps,
  admin: Admin,
  thing: CountedThing,
  { revision, isShown }: { revision: number; isShown: boolean },
) {
  const { content } = await draftOf(deps);
  const others = (content.hiddenCounts ?? []).filter((one) => one !== thing);
  const hiddenCounts = isShown ? others : [...others, thing].toSorted();
  await saveDraft(deps, admin, 'landing', { revision, content: { ...content, hiddenCounts } });
  return readClaims(deps);
}
