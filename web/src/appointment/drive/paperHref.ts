/** Address of the printed agreement of a test drive. */
export const paperHref = (activityId: number): string => `#/drive/paper?activityId=${activityId}`
