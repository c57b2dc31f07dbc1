import type { Deeds } from './deed.ts';

/** What goes wrong around the product. The next deeds meet it. */

const bankFaults = [404, 429, 500, 503, 401, 'hang', 'garbage', 'lost'] as const;

export const faults: Deeds = {
  crash: {
    weight: 3,
    async run(school, chance) {
      const when = chance.pick(['before', 'after', 'committed'] as const) ?? 'before';
      const of = chance.pick([undefined, 0, 1]);
      school.crashAt(when === 'committed' ? { when, of } : { when, statement: chance.int(25), of });
    },
  },
  busIsSilent: { weight: 1.5, run: async (school, chance) => school.silence(chance.int(2), true) },
  busIsBack: {
    weight: 2,
    async run(school) {
      for (const at of [0, 1]) school.silence(at, false);
    },
  },
  restart: {
    weight: 0.7,
    run: (school, chance) => school.restart(chance.pick([[0, 1], [0], [1]])),
  },
  repeatJob: {
    weight: 3,
    run: (school, chance) => school.work(({ queue }) => queue.repeatOne((ids) => chance.pick(ids))),
  },
  bankFails: {
    weight: 3,
    async run({ bank }, chance) {
      const fault = chance.pick(bankFaults);
      if (fault !== undefined) bank.fail(fault, fault);
    },
  },
  serviceFails: {
    weight: 4,
    async run({ world }, chance) {
      const service = chance.pick(['mail', 'push', 'files'] as const);
      const fault = chance.pick(['refuse', 'hang', 'lost'] as const);
      if (service && fault) for (let times = 1 + chance.int(2); times > 0; times -= 1) world.plan(service, fault);
    },
  },
  bankReturns: {
    weight: 1,
    async run({ bank, messages }, chance) {
      const paid = [...bank.charges.values()].filter(({ pix }) => pix[0] && pix[0].devolucoes.length === 0);
      const cob = chance.pick(paid);
      if (cob) messages.push(bank.giveBack(cob.txid, 5000));
    },
  },
  bankRefusesUsed: {
    weight: 0.5,
    async run({ bank }, chance) {
      bank.refuseUsedTxids(chance.isTrue(0.5));
    },
  },
};
