/** Whether a response is what a repetition gets too: not where the server failed, or asked to come again later. */
export const isKept = (status: number): boolean => status < 500 && status !== 429
