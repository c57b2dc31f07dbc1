export type HaRow = {
  fault: string;
  from: number;
  to: number;
  /** Seconds without an acknowledged answer, by each way to the database. */
  gaps: number[];
  refused: number;
  broken: number;
  /** Answers from before the fault until the cluster was whole again. */
  acknowledged: number;
  /** Seconds until an e-mail had left, and until the other server knew of a session's end. */
  job: number;
  bus: number;
};

export type HaResult = { rows: HaRow[]; acknowledged: number; lost: number; failed: string[] };
