/** How large the school is. L is a big one: years of attempts. */
export type Size = {
  students: number;
  teachers: number;
  lessons: number;
  subjects: number;
  quizzes: number;
  questionsPerQuiz: number;
  courses: number;
  itemsPerCourse: number;
  /** An extra course, as long as a whole preparation. Students 501 to 1000 follow it. */
  itemsOfLongCourse: number;
  enrolmentsPerStudent: number;
  attempts: number;
  payments: number;
};

const common = {
  subjects: 12,
  questionsPerQuiz: 20,
  itemsPerCourse: 40,
  itemsOfLongCourse: 200,
  enrolmentsPerStudent: 2,
};

export const sizes = {
  S: {
    ...common,
    students: 1000,
    teachers: 10,
    lessons: 500,
    quizzes: 50,
    courses: 10,
    attempts: 5000,
    payments: 1000,
  },
  M: {
    ...common,
    students: 20_000,
    teachers: 40,
    lessons: 5000,
    quizzes: 500,
    courses: 60,
    attempts: 100_000,
    payments: 20_000,
  },
  L: {
    ...common,
    students: 200_000,
    teachers: 100,
    lessons: 10_000,
    quizzes: 2000,
    courses: 200,
    attempts: 1_000_000,
    payments: 100_000,
  },
} satisfies Record<string, Size>;

export type SizeName = keyof typeof sizes;
