/** A question of an open attempt as its student sees it. */
export type SeenQuestion = { id: number; options: number[] };

/** What a student's device knows of an attempt: the questions, and the last acknowledged answer to each. */
export type KnownAttempt = {
  id: number;
  quizId: number;
  deadline: Date;
  questions: SeenQuestion[];
  /** Grows with every answer of this device, as the browser's clock does. */
  seq: number;
  /** Acknowledged by the server, by question. */
  acknowledged: Map<number, { optionId: number | null; seq: number }>;
  /** Sent, and the answer was lost: may be stored or not. */
  uncertain: Set<number>;
  /** Batches that this device has sent; an offline queue may send one of them again, much later. */
  sent: object[];
  isFinished: boolean;
};

export type Student = {
  serial: number;
  username: string;
  email: string;
  password: string;
  userId: string | undefined;
  paymentCode: string | undefined;
  cookies: Map<string, string>;
  isLoggedIn: boolean;
  isDeleted: boolean;
  attempts: Map<number, KnownAttempt>;
  practices: Set<number>;
};

/** A teacher, the office or the owner. */
export type Staff = { id: string; role: 'teacher' | 'secretary' | 'admin' };

/** A question of the bank, with the secrets that the key law looks for. */
export type KnownQuestion = { id: number; revision: number; optionIds: number[]; rightId: number; marker: string };

export type KnownQuiz = {
  id: number;
  questionIds: number[];
  /** Inside a window nothing about its questions shows before its results are out. */
  window: { opensAt: Date; resultsAt: Date } | undefined;
  hasDraws: boolean;
};

export const newStudent = (serial: number, tag: string): Student => ({
  serial,
  username: `aluna${serial}${tag}`,
  email: `aluna${serial}.${tag}@exemplo.com.br`,
  password: `Manhã de sol ${serial}${tag}`,
  userId: undefined,
  paymentCode: undefined,
  cookies: new Map(),
  isLoggedIn: false,
  isDeleted: false,
  attempts: new Map(),
  practices: new Set(),
});
