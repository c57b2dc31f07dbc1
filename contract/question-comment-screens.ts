/** The queue of reported comments. It is apart from `screens`, which every first screen loads. */
export const reportedCommentsScreen = '/teacher/comments';
