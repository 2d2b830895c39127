/** How the receiver responds to a message: with success, with 500, with 410, or not at all. */
export const behaviours = ['accept', 'fail', 'hang', 'gone'] as const
export type Behaviour = (typeof behaviours)[number]

/** Whether a message is signed with the secret. */
export type Verdict = 'verified' | 'wrong' | 'unchecked'

/** A message that arrived, with its original body. `answer` is null if the receiver did not answer. */
export type ReceivedMessage = {
  number: number
  id: string
  at: Date
  verdict: Verdict
  answer: number | null
  body: string
}
