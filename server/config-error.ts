/** Thrown when the environment or a file of the operator's is wrong; the message names every fault. */
export class ConfigError extends Error {}

/** Waits for all of them, and throws one ConfigError with the faults of all. Any other error is thrown as it is. */
export async function withAllFaults<T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const done = await Promise.allSettled(work)
  const reasons = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  if (reasons.length === 0) return (await Promise.all(work)) as unknown as T
  throw (
    reasons.find((reason) => !(reason instanceof ConfigError)) ??
    new ConfigError(reasons.map(({ message }) => message).join('\n'))
  )
}
