/** Paths of lists of questions. They are apart from `screens`, which every first screen loads. */
export const questionListScreens = {
  all: '/question-lists',
  one: (id: number) => `/question-lists/${id}`,
  print: (id: number) => `/question-lists/${id}/print`,
  shared: (token: string) => `/question-lists/shared/${token}`,
};
