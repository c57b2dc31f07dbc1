import { createHmac } from 'node:crypto';
import { nextTurn } from '#server/work/next-turn.ts';

const BIRDS =
  'Andorinha Arara Araponga Azulão Bem-te-vi Biguá Cardeal Carcará Colibri Coruja Curió Ema Falcão Gaivota Garça Gaturamo Guará Harpia Jaçanã Jacu João-de-barro Maçarico Maritaca Mutum Papagaio Pardal Periquito Pica-pau Quero-quero Rolinha Sabiá Saíra Sanhaço Seriema Socó Tangará Tico-tico Tiziu Trinca-ferro Tucano Tuiuiú Uirapuru Urutau';
const TREES =
  'Angico Araçá Araribá Araucária Aroeira Babaçu Barbatimão Baru Buriti Cajueiro Canela Caroba Carnaúba Castanheira Cedro Copaíba Cumaru Embaúba Figueira Gameleira Goiabeira Guapuruvu Imbuia Ingazeiro Ipê Jabuticabeira Jacarandá Jatobá Jequitibá Juazeiro Juçara Macaúba Mangabeira Mangueira Mulungu Oiti Paineira Pau-brasil Pequizeiro Peroba Pitangueira Quaresmeira Seringueira Sibipiruna Sucupira Sumaúma Tarumã Umbuzeiro';
/** Under which people appear to each other. */
export const NAMES = [...BIRDS.split(' '), ...TREES.split(' ')];

/** So much room that few people meet under the same name. */
const ALIAS_NUMBERS = 4;
const LEAST_NUMBER = 99;

/** Aliases computed before yielding to the event loop: a few milliseconds of work. */
const SLICE = 500;

/**
 * Assigns an alias, a bird or a tree with a number, to each student of an exam. Aliases come from a keyed hash:
 * without the server's secret they reveal neither the student nor that two aliases of different exams are the same
 * person. On a collision the next free number is taken. The order of the hashes decides who gets it, so the result
 * does not depend on the order of the input. `assigned` are the aliases that other students of the exam have already.
 * The work yields between slices, because twenty thousand hashes at once
 * would block the event loop.
 */
export async function aliasesOf(
  secret: string,
  quizId: number,
  userIds: readonly string[],
  assigned: ReadonlySet<string> = new Set(),
): Promise<Map<string, string>> {
  const people = userIds.length + assigned.size;
  const numbers = Math.max(LEAST_NUMBER, Math.ceil((people * ALIAS_NUMBERS) / NAMES.length));
  const hashed: { userId: string; hash: Buffer; first: number }[] = [];
  for (const userId of userIds) {
    if (hashed.length % SLICE === SLICE - 1) await nextTurn();
    const hash = createHmac('sha256', secret).update(`ranking:${quizId}:${userId}`).digest();
    hashed.push({ userId, hash, first: hash.readUIntBE(0, 6) });
  }
  await nextTurn();
  // Numbers compare much faster than bytes; the rest of the hash decides where six of them are the same.
  hashed.sort((a, b) => a.first - b.first || a.hash.compare(b.hash));
  const taken = new Set(assigned);
  const aliases = new Map<string, string>();
  for (const { userId, hash } of hashed) {
    if (aliases.size % SLICE === 0) await nextTurn();
    const name = NAMES[hash.readUInt32BE(0) % NAMES.length] ?? '';
    let number = 1 + (hash.readUInt32BE(4) % numbers);
    while (taken.has(`${name} ${number}`)) number += 1;
    taken.add(`${name} ${number}`);
    aliases.set(userId, `${name} ${number}`);
  }
  return aliases;
}
