import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/shapes.ts';

const classTopic = z.object({
  topicId: z.number(),
  parentId: z.nullable(z.number()),
  name: z.string(),
  /** Expected in the exam; 0 is a heading. */
  questions: z.number(),
  /** All lessons of the school on this topic, including those that a student may not open. */
  lessons: z.number(),
  available: z.number(),
  /**
   * Students with enough answers in the topic, and their expected average share of correct answers; null: no such
   * student.
   */
  students: z.number(),
  mastery: z.nullable(z.number()),
  /** How many of these students would answer less than half correctly. */
  weak: z.number(),
});
export type ClassTopic = z.output<typeof classTopic>;

const classSubject = z.object({
  subjectId: z.number(),
  name: z.string(),
  questions: z.number(),
  minimum: z.nullable(z.number()),
  /** The mean over all students with an estimate; null: there are none. */
  mastery: z.nullable(z.number()),
  topics: z.array(classTopic),
});

const classMap = z.object({
  courseTitle: z.string(),
  /** Exams that have a syllabus and are still to come, the one most students of the course follow first. */
  exams: z.array(z.object({ id: z.number(), name: z.string(), date: z.string(), followers: z.number() })),
  /** The one that the rest is about; null: there is none. */
  examId: z.nullable(z.number()),
  /** All students of the course, and those with enough answers to estimate a score. */
  students: z.number(),
  estimated: z.number(),
  subjects: z.array(classSubject),
  /** Who may miss a minimum, the nearest to it or farthest below it first. */
  atRisk: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      subjects: z.array(
        z.object({
          subjectId: z.number(),
          name: z.string(),
          minimum: z.number(),
          expected: z.number(),
          low: z.number(),
          high: z.number(),
        }),
      ),
    }),
  ),
  atRiskCount: z.number(),
  /** Topics to write about first: those without a lesson, then those with a lesson that students still do not know. */
  needLesson: z.array(
    z.object({
      topicId: z.number(),
      name: z.string(),
      subject: z.string(),
      questions: z.number(),
      lessons: z.number(),
      mastery: z.nullable(z.number()),
      students: z.number(),
    }),
  ),
});
export type ClassMap = z.output<typeof classMap>;

export const getClassMap = endpoint({
  method: 'GET',
  path: '/api/teacher/courses/:id/class-map',
  access: 'author',
  summary:
    "What the students of a course know of an exam's syllabus, who may miss a minimum, and which topics need a lesson. Teachers see their own courses, administrators any.",
  query: z.object({ examId: z.optional(id) }),
  weight: 5,
  response: classMap,
});

export const getFadingTopics = endpoint({
  method: 'GET',
  path: '/api/teacher/courses/:id/fading-topics',
  access: 'author',
  summary:
    'Topics of which the students of a course will have forgotten much in seven days, the worst first; none of fewer than ten students. Teachers see their own courses, administrators any.',
  weight: 5,
  response: z.object({
    topics: z.array(
      z.object({
        topicId: z.number(),
        name: z.string(),
        subject: z.string(),
        /** What they will still know of what they answered, 0 to 1, on average. */
        recall: z.number(),
        students: z.number(),
      }),
    ),
  }),
});
export type FadingTopics = z.output<typeof getFadingTopics.response>;
