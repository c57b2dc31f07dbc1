import type { Role } from '#contract/platform/users.ts';

type Person = { id: string; role: Role };
type CourseState = { instructorId: string | null; isPublished: boolean };

/** Teachers change their own courses, admins all. */
export const mayEdit = (user: Person, course: Pick<CourseState, 'instructorId'>) =>
  user.role === 'admin' || (user.role === 'teacher' && course.instructorId === user.id);

/** A draft is visible only to those who may edit it. */
export const maySee = (user: Person, course: CourseState) => course.isPublished || mayEdit(user, course);

/** Only students follow courses: an author's reading is a preview. */
export const mayEnroll = (user: Person) => user.role === 'student';
