import { ApiError, messageOf } from '../../client/api.ts'

type Refusal = {
  /** The message if the server gives none. */
  failed: string
  /** The object of the act no longer exists. */
  onGone: (message: string) => void
  /** The faults to show at the fields; without it, the dialog shows them above its fields. */
  onFaults?: (faults: Record<string, string>) => void
  /** The object of the act has changed. */
  onConflict: () => Promise<void>
}

/** Reports why the server refused an act. Throws what the dialog shows above its fields. */
export async function reportRefusal(
  cause: unknown,
  { failed, onGone, onFaults, onConflict }: Refusal,
): Promise<undefined> {
  if (!(cause instanceof ApiError)) throw cause
  if (cause.status === 404) {
    onGone(messageOf(cause, failed))
    return undefined
  }
  if (onFaults && cause.errors.length > 0) {
    onFaults(Object.fromEntries(cause.errors.map(({ field, message }) => [field, message])))
    return undefined
  }
  if (cause.status === 409) await onConflict()
  throw cause
}
