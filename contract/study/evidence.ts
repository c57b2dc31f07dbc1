/**
 * Different questions of a topic that a student has to answer before the map judges it. With fewer, one answer moves the
 * share by a third and more.
 */
export const TOPIC_EVIDENCE = 4;
