/** A job that failed is retried, or was given up after its last attempt. */
export const failedJobStates = ['waiting', 'given-up'] as const
export type FailedJobState = (typeof failedJobStates)[number]
