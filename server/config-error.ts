/** Thrown if the environment or an operator's file is invalid; the message names every fault. */
export class ConfigError extends Error {}

/** Waits for both, and throws one ConfigError with the faults of both. Any other error is thrown as it is. */
export async function bothOrAllFaults<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([one, other])
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value]
  const reasons = [a, b].flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []))
  throw (
    reasons.find((reason) => !(reason instanceof ConfigError)) ??
    new ConfigError(reasons.map(({ message }) => message).join('\n'))
  )
}
