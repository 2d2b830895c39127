/**
 * Answers from memory what was asked for lately: the last `max` keys at least, twice as many at the most. The answers are
 * returned again as they are, so callers must not change them.
 */
export function cached<Value>(max: number, make: (key: string) => Value): (key: string) => Value {
  let lately = new Map<string, Value>()
  let before = new Map<string, Value>()
  return (key) => {
    const known = lately.get(key)
    if (known !== undefined) return known
    const value = before.get(key) ?? make(key)
    if (lately.size >= max) {
      before = lately
      lately = new Map()
    }
    lately.set(key, value)
    return value
  }
}
