export const offer = { fullPriceCents: 69_700, installments: 12, installmentPercent: 10 };
