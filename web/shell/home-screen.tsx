import { lazy } from 'react';
import { isAuthor, useUser } from '../lib/session.ts';

const StudentScreen = lazy(() => import('../features/dashboards/student-screen.tsx'));
const TeacherScreen = lazy(() => import('../features/courses/teacher-screen.tsx'));

/** Home is the dashboard of students and the teacher area of teachers and admins. */
export default function HomeScreen() {
  return isAuthor(useUser()) ? <TeacherScreen /> : <StudentScreen />;
}
