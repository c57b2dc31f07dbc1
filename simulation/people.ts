/** A question of an open attempt as its student sees it. */
export type SeenQuestion = { id: number; options: number[] };

type Acknowledged = { optionId: number | null; seq: number };

/** An answer outside of the one open attempt, as the server has acknowledged it. The first one counts. */
export type GivenAnswer =
  | { in: 'review'; key: string; questionId: number; optionId: number }
  | { in: 'practice' | 'direct'; id: number; questionId: number; optionId: number }
  | { in: 'card'; key: string; cardId: number; grade: number; isUndone: boolean };

/** The text of an essay as its last save acknowledged it. A lost answer may have stored another one. */
export type KnownEssay = { id: number; text: string; isDelivered: boolean; isUncertain: boolean };

/** What a student's device knows of an attempt: the questions, and the last acknowledged answer to each. */
export type KnownAttempt = {
  id: number;
  quizId: number;
  deadline: Date;
  questions: SeenQuestion[];
  /** Grows with every answer of this device, as the browser's clock does. */
  seq: number;
  /** Acknowledged by the server, by question. */
  acknowledged: Map<number, Acknowledged>;
  /** The same on the answer card, where the exam has one. */
  marks: Map<number, Acknowledged>;
  uncertainMarks: Map<number, number>;
  /** Sent, and the answer was lost: may be stored or not. The newest such number, by question. */
  uncertain: Map<number, number>;
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
  /** A first name that no other person has. */
  firstName: string;
  attempts: Map<number, KnownAttempt>;
  practices: Set<number>;
  given: GivenAnswer[];
  essays: Map<number, KnownEssay>;
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
  /** Only its answer card counts. */
  hasCard?: boolean;
};

/** A name has no digits. */
const firstNameOf = (tag: string) =>
  `Rita${[...tag].map((sign) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(sign, 36) % 26]).join('')}`;

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
  firstName: firstNameOf(`${serial}${tag}`),
  attempts: new Map(),
  practices: new Set(),
  given: [],
  essays: new Map(),
});
