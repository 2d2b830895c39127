/** How the receiver answers a message: as it should, or as one that is broken, slow, or gone for good. */
export const behaviours = ['accept', 'fail', 'hang', 'gone'] as const
export type Behaviour = (typeof behaviours)[number]

/** Whether the signature of a message is that of the secret. */
export type Verdict = 'verified' | 'wrong' | 'unchecked'

/** A message that arrived, the body as it was sent. `answer` is null where the receiver did not answer. */
export type Received = {
  number: number
  id: string
  at: Date
  verdict: Verdict
  answer: number | null
  body: string
}
