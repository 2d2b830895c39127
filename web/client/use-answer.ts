import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { keyOf, type Answers } from './answers.ts'

export const AnswersContext = createContext<Answers | null>(null)

export function useAnswers(): Answers {
  const answers = use(AnswersContext)
  if (!answers) throw new Error('no answers around this component')
  return answers
}

/** How long the answers that come with a page count as fresh, in ms. */
const aMinute = 60_000

type Options = {
  /** For how many ms an answer need not be requested again by what shows it next. */
  fresh?: number
}

/** An answer with its state, for parts that show their own skeleton and error. `ask` depends on the input alone. */
export function useAnswer<T>(
  call: string,
  input: unknown,
  ask: () => Promise<T>,
  { fresh = aMinute }: Options = {},
): { data: T | undefined; error: unknown; busy: boolean; again: () => void } {
  const { answers, key, watch, again } = useReading(call, input, ask, fresh)
  const read = () => answers.stateOf(key)
  const state = useSyncExternalStore(watch, read, read)
  const data = state.data as T | undefined
  return { data, error: state.failed ? state.error : null, busy: state.busy, again }
}

/** An answer without which nothing shows: suspends until it is there. A refusal goes to the nearest error boundary. */
export function useNeeded<T>(call: string, input: unknown, ask: () => Promise<T>): T {
  const { answers, key, watch } = useReading(call, input, ask, aMinute)
  const read = () => answers.stateOf(key).data
  const data = useSyncExternalStore(watch, read, read)
  if (data === undefined) {
    const { failed, error } = answers.stateOf(key)
    if (failed) throw error
    use(answers.load(call, key, ask))
  }
  return data as T
}

function useReading(call: string, input: unknown, newAsk: () => Promise<unknown>, fresh: number) {
  const answers = useAnswers()
  const key = keyOf(call, input)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it depends on the input alone, which is in the key
  const ask = useMemo(() => newAsk, [answers, key])
  const watch = useCallback((changed: () => void) => answers.watch(call, key, ask, changed), [answers, call, key, ask])
  const again = useCallback(() => void answers.load(call, key, ask), [answers, call, key, ask])
  useEffect(() => {
    if (!answers.isFresh(key, fresh)) again()
  }, [answers, key, fresh, again])
  return { answers, key, watch, again }
}
